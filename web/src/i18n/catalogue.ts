/** The types of the catalogues: areas, keys, and the parameters of every text. */
import type zh from './zh'

type Catalogue = typeof zh
export type Area = keyof Catalogue & string
/** `common.ok`, `errors.room_full` …: every key of the Chinese catalogue. */
export type Key = { [A in Area]: `${A}.${keyof Catalogue[A] & string}` }[Area]
/** The texts of another language: the same areas and keys as the Chinese ones. */
export type Translation = { readonly [A in Area]: { readonly [K in keyof Catalogue[A]]: string } }

type TextOf<K extends Key> = K extends `${infer A}.${infer N}`
  ? A extends Area
    ? N extends keyof Catalogue[A]
      ? Catalogue[A][N]
      : never
    : never
  : never
/** The names between braces in the Chinese text. */
type NamesIn<S> = S extends `${string}{${infer P}}${infer Rest}` ? P | NamesIn<Rest> : never
/** The arguments of `t` after the key: the parameters of its text, if it has any. */
export type Args<K extends Key> = [NamesIn<TextOf<K>>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<TextOf<K>>, string | number>>]
