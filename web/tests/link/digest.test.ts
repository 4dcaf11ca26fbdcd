import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { digest } from '@/link/digest'

it('agrees with the published vectors', () => {
  expect(digest('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('agrees with the platform at every length around a block, and for Chinese', () => {
  const reference = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
  for (let length = 0; length < 200; length++) {
    const text = '麻a'.repeat(length).slice(0, length)
    expect(digest(text)).toBe(reference(text))
  }
  const long = 'x'.repeat(100_000)
  expect(digest(long)).toBe(reference(long))
})
