import type zh from '../zh/score'

const en: Record<keyof typeof zh, string> = {
  title: 'Score a hand',
  about: 'Lay out a hand: its waits and its worth',
  with_room_rules: 'Score a hand by these rules',
  help: 'Tap tiles below: 13 show the waits, 14 the score',
  missing: '{n} more {n|tile|tiles} to see the waits',
  keys: 'The thirty tiles',
  how: 'How it was won',
  luck: 'After a kong, last tile',
  clear: 'Clear',
  undo: 'Undo',
  winning: 'the winning tile',
  tap_removes: 'tap to remove',
  tap_wins: 'tap to make it the winning tile',
  whole: 'Tap another tile: it won instead. Tap the winning tile: remove it',
  four: 'There are only four of each tile',
  full: 'The hand is full: remove a tile first',
  waits: 'Ready for {n} {n|tile|tiles}: tap one to win on it',
  not_ready: 'Not ready',
  suit_m: 'Char.',
  suit_p: 'Dots',
  suit_s: 'Bam.',
}
export default en
