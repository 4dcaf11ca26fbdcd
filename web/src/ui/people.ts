/** Background colours of avatars. They are light enough for dark letters, and differ in lightness too. */
const HUES = ['#e0a13c', '#8fc7e8', '#e79a86', '#b6d98a', '#c9b3ee', '#f0d27a', '#7fcdb8', '#e6a9cf'] as const

/** The avatar colour for a name. The same name always has the same colour. */
export function avatarHue(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return HUES[sum % HUES.length] ?? HUES[0]
}

/** One picture. Of a family only the first person: a phone without that emoji shows all of them in a row. */
const PICTURE = /^(?:\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?|\p{Regional_Indicator}{2})/u

/** The first whole character of a name. Of 老张, 小李 and 阿勇 the second one, which differs. */
export function initial(name: string): string {
  const picture = PICTURE.exec(name.trim())
  if (picture) return picture[0]
  const [first = '·', second] = name.trim()
  const telling = second !== undefined && /[小老阿]/.test(first) && /[\u4e00-\u9fff]/.test(second)
  return (telling ? second : first).toUpperCase()
}

/** A number with its sign and a true minus: `+3`, `−2`, `0`. */
export function signed(n: number): string {
  if (n === 0) return '0'
  return n > 0 ? `+${n}` : `−${-n}`
}
