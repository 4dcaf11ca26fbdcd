/** Grounds for avatars: light enough for dark letters, apart in lightness as well as in colour. */
const HUES = ['#e0a13c', '#8fc7e8', '#e79a86', '#b6d98a', '#c9b3ee', '#f0d27a', '#7fcdb8', '#e6a9cf'] as const

/** A colour that stays with a name. */
export function avatarHue(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return HUES[sum % HUES.length] ?? HUES[0]
}

/** The first whole character of a name; of 老张, 小李 and 阿勇 the one that tells them apart. */
export function initial(name: string): string {
  const [first = '·', second] = name.trim()
  const telling = second !== undefined && /[小老阿]/.test(first) && /[\u4e00-\u9fff]/.test(second)
  return (telling ? second : first).toUpperCase()
}

/** `+3`, `−2`, `0`: always signed, with a true minus. */
export function signed(n: number): string {
  if (n === 0) return '0'
  return n > 0 ? `+${n}` : `−${-n}`
}
