/** Letters of other alphabets and digits, each with the basic letter that it looks like. */
export const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'аα4 a',
    'еҽ3 e',
    'оο0 o',
    'рρ p',
    'с c',
    'хχ x',
    'уγ y',
    'іӏι1ıl i',
    'ѕ5 s',
    'ԁ d',
    'һ h',
    'ј j',
    'кκ k',
    'м m',
    'тτ t',
    'вβъ b',
    'нηп n',
    'νѵ v',
    'г r',
    'ԛ q',
    'ԝ w',
  ].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return [...from].map((letter) => [letter, to]);
  }),
);
