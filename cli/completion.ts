import { exitCodes } from '#modules/platform/starting.ts';
import type { Declared, Group, shells } from './declared/command.ts';
import type { Command } from './terminal.ts';

type Shell = (typeof shells)[number];

/** What may follow some words of a command line. */
interface Next {
  /** The words before, such as `user disable`; empty at the beginning. */
  after: string;
  word: string;
  what: string;
}

/** All that can be completed. */
interface Words {
  /** Commands of one word. */
  single: readonly Declared[];
  groups: readonly Group[];
}

/** `shield completion bash`: a script that completes commands, options and choices (it starts no program). */
export const completionOf =
  (words: Words): Command<{ shell: Shell }> =>
  async (terminal, { shell }) => {
    terminal.out(scripts[shell](words));
    return exitCodes.ok;
  };

const commandsOf = ({ single, groups }: Words) => [...single, ...groups.flatMap((group) => group.commands)];

/** Commands and options, in the order of the help. */
function listNext(all: Words): Next[] {
  const { single, groups } = all;
  return [
    ...[...single.map(({ words, summary }) => ({ name: words, summary })), ...groups].map(
      ({ name, summary }) => ({ after: '', word: name, what: summary }),
    ),
    ...groups.flatMap((group) =>
      group.commands.map(({ words, summary }) => ({
        after: group.name,
        word: words.slice(group.name.length + 1),
        what: summary,
      })),
    ),
    ...commandsOf(all).flatMap((declared) => [
      ...(declared.arguments ?? []).flatMap((argument) =>
        (argument.argChoices ?? []).map((word) => ({
          after: declared.words,
          word,
          what: argument.description,
        })),
      ),
      ...(declared.options ?? [])
        .filter(({ hidden }) => !hidden)
        .map(({ long, description }) => ({ after: declared.words, word: long ?? '', what: description })),
      ...(declared.json ? [{ after: declared.words, word: '--json', what: 'answer in JSON' }] : []),
      ...(declared.risk ? [{ after: declared.words, word: '--yes', what: 'do it without asking' }] : []),
    ]),
  ];
}

/** The choices of options, which follow them: `--channel` → mail, sms. */
const choicesOfOptions = (all: Words) =>
  commandsOf(all).flatMap(({ words, options = [] }) =>
    options.flatMap(({ long, argChoices }) =>
      argChoices && long ? [{ after: `${words} ${long}`, choices: argChoices }] : [],
    ),
  );

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The branches of a `case` on the words before. */
function listCases(all: Words): string {
  const byWords = Map.groupBy(listNext(all), ({ after }) => after);
  const following = [...byWords].map(([after, next]) => ({ after, choices: next.map(({ word }) => word) }));
  return [...following, ...choicesOfOptions(all)]
    .map(({ after, choices }) => `    ${quoted(after)}) next=${quoted(choices.join(' '))} ;;`)
    .join('\n');
}

/** Takes words from the end of the line until something is known to follow them. */
const bash = (all: Words) => `_shield_next() {
  next=
  case $1 in
${listCases(all)}
  esac
}

_shield() {
  local before= word next
  local current="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case $word in -*) ;; *) before="\${before:+$before }$word" ;; esac
  done
  _shield_next "$before"
  while [ -z "$next" ] && [ -n "$before" ]; do
    case $before in *' '*) before="\${before% *}" ;; *) before= ;; esac
    [ -n "$before" ] && _shield_next "$before"
  done
  word="$next"
  case $last in -*) _shield_next "$before $last" ;; esac
  COMPREPLY=($(compgen -W "\${next:-$word}" -- "$current"))
}

complete -o default -F _shield shield`;

const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A condition of fish: these words have been typed. */
const typed = (after: string) =>
  fishQuoted(after === '' ? 'test (count (commandline -opc)) -eq 1' : `__shield_typed ${after}`);

const fish = (all: Words) =>
  [
    `function __shield_typed
  set -l words
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; or set -a words $word
  end
  test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end`,
    'complete -c shield -f',
    ...listNext(all).map(({ after, word, what }) => {
      const given = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c shield -n ${typed(after)} ${given} -d ${fishQuoted(what)}`;
    }),
    ...choicesOfOptions(all).map(({ after, choices }) => {
      const at = after.lastIndexOf(' --');
      return `complete -c shield -n ${typed(after.slice(0, at))} -x -l ${after.slice(at + 3)} -a ${fishQuoted(choices.join(' '))}`;
    }),
  ].join('\n');

const scripts: Record<Shell, (all: Words) => string> = {
  bash,
  zsh: (all) => `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`,
  fish,
};
