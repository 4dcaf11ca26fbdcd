/** A rectangle of the stage in CSS px. */
export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

/** The place of a seat on the screen, seen from the player's own seat. */
export type Place = 'me' | 'right' | 'top' | 'left'

/** The discards of a seat, in rows. `riverSlots` computes the corner of each discard. */
export interface River extends Box {
  cols: number
  rows: number
  /** Tile width. */
  tile: number
}

export interface SeatBoxes {
  place: Place
  /** Avatar, name, 颗 and 缺. */
  chip: Box
  /** Melds and, with `backs`, the concealed tiles. For the player's own seat see `handSlots`. */
  melds: Box
  /** Whether there is space to show the concealed tiles as backs. */
  backs: boolean
  /** Largest tile width in the melds of this seat. */
  meldTile: number
  river: River
}

export interface HandBox extends Box {
  tile: number
  rows: 1 | 2
  /** Space between two tiles. */
  gap: number
  /** Additional space before the drawn tile. */
  drawnGap: number
}

export interface Layout {
  mode: 'portrait' | 'landscape'
  width: number
  height: number
  /** Room, hand number, connection. */
  bar: Box
  /** Three round buttons: chat, emotes, menu. */
  tools: Box
  /** In turn order from the player's own seat: `seats[(seat - mine + players) % players]`. */
  seats: readonly SeatBoxes[]
  centre: Box
  /** The 听 strip: the waits. */
  ting: Box
  /** Claim buttons. The height includes the timer bar. */
  claim: Box
  hand: HandBox
  /** Width of a tile in the 听 strip. */
  tingTile: number
  /** Factor for text and chips: 1 on a phone, up to 1.6 on a large screen. */
  scale: number
}

/** The upper left corner of a tile. */
export interface Spot {
  x: number
  y: number
}

/** A row of equal tiles: a meld, or the backs of a concealed hand. */
export interface Run extends Spot {
  tile: number
  pitch: number
}
