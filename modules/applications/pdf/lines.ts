import type { Words } from './letters.ts';

/** The signs between the parts of a name or an address, after which a line may end. */
const BETWEEN = /[-@._/]/;

/**
 * Splits a text into lines of at most `width`. Words that are wider are broken, after a hyphen or another sign between
 * their parts if one is near. A line that ends between two words ends with their space, so that whoever reads the lines
 * in one piece finds it.
 * @param size of the letters, in points like `width`
 */
export function wrap(words: Words, size: number, width: number): Words[] {
  const lines: string[] = [];
  const widthOf = (text: string) => words.part(text).widthAt(size);
  let line = '';
  let used = 0;
  for (const word of words.text.split(' ')) {
    const longer = line === '' ? widthOf(word) : used + widthOf(' ') + widthOf(word);
    if (longer <= width) {
      line = line === '' ? word : `${line} ${word}`;
      used = longer;
      continue;
    }
    if (line !== '') lines.push(`${line} `);
    line = word;
    while (widthOf(line) > width) {
      const signs = [...line];
      let count = signs.length - 1;
      while (count > 1 && widthOf(signs.slice(0, count).join('')) > width) count -= 1;
      const between = signs.slice(0, count).findLastIndex((sign) => BETWEEN.test(sign)) + 1;
      if (between > count / 3) count = between;
      lines.push(signs.slice(0, count).join(''));
      line = signs.slice(count).join('');
    }
    used = widthOf(line);
  }
  if (line !== '') lines.push(line);
  return lines.map((each) => words.part(each));
}
