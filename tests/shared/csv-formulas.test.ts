import { describe, expect, it } from 'vitest';
import { guardFormulas, unguardFormulas } from '#shared/csv-formulas.ts';

describe('text that a spreadsheet could take for a formula', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠sum', "'＠sum"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    [' =1', "' =1"],
    ['x\n=2+2;', "x\n'=2+2;"],
    ['x\r\n=2+2', "x\r\n'=2+2"],
    ['q;=1+1;', "q;'=1+1;"],
    ['q; "=1+1";', `q;' "=1+1";`],
    ['q\t＝1+1', "q\t'＝1+1"],
    ["'=1", "''=1"],
    ["'", "'"],
    ['a-b', 'a-b'],
    ['1=1, 2', '1=1, 2'],
    ["it's; fine", "it's; fine"],
    ['نص', 'نص'],
  ])('%j is written as %j', (text, guarded) => {
    expect(guardFormulas(text)).toBe(guarded);
  });

  it('is read back as it was, whatever it is', () => {
    const characters = ["'", '"', ';', '\n', '\r', '\t', ' ', '=', '＠', 'a'];
    let texts = [''];
    for (let length = 0; length < 5; length += 1) {
      texts = texts.flatMap((text) => characters.map((letter) => text + letter));
      const changed = texts.filter((text) => unguardFormulas(guardFormulas(text)) !== text);
      expect(changed).toEqual([]);
    }
  });

  it('starts no cell with a formula, wherever the text is split', () => {
    const characters = ["'", '"', ';', '\n', ' ', '=', 'a'];
    let texts = [''];
    for (let length = 0; length < 5; length += 1) {
      texts = texts.flatMap((text) => characters.map((letter) => text + letter));
      const parts = texts.flatMap((text) => guardFormulas(text).split(/[;\t\r\n]/));
      expect(parts.filter((part) => /^["\s]*[=+\-@＝＋－＠]/.test(part))).toEqual([]);
    }
  });
});
