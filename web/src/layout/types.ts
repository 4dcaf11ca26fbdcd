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

/** Where a seat is seen from one's own. */
export type Place = 'me' | 'right' | 'top' | 'left'

/** Discards lie in rows; `riverSlots` gives their corners and squeezes the rows when there are too many. */
export interface River extends Box {
  cols: number
  rows: number
  /** Tile width. */
  tile: number
}

export interface SeatBoxes {
  place: Place
  /** Portrait, name, 颗 and 缺. */
  chip: Box
  /** Melds and, with `backs`, the concealed tiles; for one's own seat see `handSlots`. */
  melds: Box
  /** Whether there is room to show the concealed tiles as backs. */
  backs: boolean
  /** The largest tile of a meld there. */
  meldTile: number
  river: River
}

export interface HandBox extends Box {
  tile: number
  rows: 1 | 2
  /** Between two tiles. */
  gap: number
  /** Before the drawn tile. */
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
  /** In turn order from one's own seat: `seats[(seat - mine + players) % players]`. */
  seats: readonly SeatBoxes[]
  centre: Box
  /** Waits. */
  ting: Box
  /** Claim buttons; their height includes the timer bar. */
  claim: Box
  hand: HandBox
  /** Width of a tile in the 听 strip. */
  tingTile: number
  /** Factor for text and chips: 1 on a phone, up to 1.6 on a large screen. */
  scale: number
}

/** Upper left corner. */
export interface Spot {
  x: number
  y: number
}

/** A row of equal tiles: a meld, or the backs of a concealed hand. */
export interface Run extends Spot {
  tile: number
  pitch: number
}
