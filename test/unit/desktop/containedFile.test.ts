import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { containedFile } from '../../../main/desktop/containedFile.ts';

const root = join('/app', 'out', 'renderer');

describe('containedFile', () => {
  test('means the page by its root and a file by its path', () => {
    expect(containedFile(root, 'app://piper/')).toBe(join(root, 'index.html'));
    expect(containedFile(root, 'app://piper/assets/index-1.js?x#y')).toBe(join(root, 'assets', 'index-1.js'));
  });

  test.each([
    'app://piper/../main/index.js',
    'app://piper/%2e%2e/main/index.js',
    'app://piper/%2e%2e%2f%2e%2e%2fpackage.json',
    'app://piper/assets/..%2f..%2f..%2fpackage.json',
    'app://piper/..%5c..%5cpackage.json',
    'app://piper/a%00.js',
    'app://piper/%',
    'app://elsewhere/index.html',
    'file:///etc/passwd',
  ])('means no file outside the renderer by %s', (address) => {
    const file = containedFile(root, address);
    expect(file === null || file.startsWith(root)).toBe(true);
  });
});
