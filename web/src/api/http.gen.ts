/* Generated from docs/openapi.json by `npm run types`. Do not edit. */
export interface components {
  schemas: {
    /** @description A line of a receipt: item, 颗 and tiles. */
    BookedItem: {
      id: string
      ke: number
      tiles: string
    }
    /** @description A win with its receipt. ``source``: the seat that paid for a discard or a robbed kong. */
    BookedWin: {
      seat: number
      place: number
      tile: string
      /** @enum {string} */
      by: 'draw' | 'discard' | 'rob_kong'
      source: number | null
      ke: number
      multiplier: number
      items: components['schemas']['BookedItem'][]
      melds: string
      concealed: string
    }
    /**
     * @description A movement of room cards. ``change``: what it did to the cards that can be spent.
     *
     *     ``room``: the six digits of the room, if the server still knows it.
     */
    CardLine: {
      /** @enum {string} */
      kind: 'grant' | 'take_back' | 'hold' | 'post' | 'void'
      cards: number
      change: number
      room: string | null
      match: number | null
      reason: string
      at: number
    }
    /** @description A movement, what it did to the cards that can be spent, and the six digits of the room. */
    CardLineCopy: {
      transfer: components['schemas']['CardTransferCopy']
      change: number
      code: string | null
    }
    /** @description What rooms cost. ``free``: nothing. */
    CardPrices: {
      free: boolean
      prices: components['schemas']['Prices']
    }
    /** @description A movement between two accounts of room cards. ``pending_id``: the hold that it resolves. */
    CardTransferCopy: {
      id: string
      debit: string
      credit: string
      amount: number
      /** @enum {string} */
      kind: 'grant' | 'take_back' | 'hold' | 'post' | 'void'
      pending_id: string | null
      room: string | null
      match: number | null
      reason: string
      created_at: number
    }
    /** @description The player's room cards: to spend, and held for matches. ``free``: rooms cost nothing here. */
    Cards: {
      available: number
      held: number
      free: boolean
      history: components['schemas']['CardLine'][]
    }
    /** @description Room cards with every movement, newest first. */
    CardsCopy: {
      available: number
      held: number
      history: components['schemas']['CardLineCopy'][]
    }
    /**
     * @description What a client needs before it draws.
     *
     *     ``share_url``: an address of this server that other devices can open; null for the address of the page.
     *     ``announcement``: the operator's text, empty for none. ``draining``: the server opens no new rooms.
     */
    Config: {
      version: string
      share_url: string | null
      languages: string[]
      announcement: string
      draining: boolean
      cards: components['schemas']['CardPrices']
    }
    /** @description A name for a session. */
    DeviceName: {
      name: string
    }
    /** @description A player who has a session now. ``token``: the secret of a bearer session; a cookie has none. */
    Entered: {
      player: components['schemas']['Player']
      token?: string
    }
    /** @description The body of every error. */
    ErrorAnswer: {
      error: components['schemas']['ErrorDetail']
    }
    /**
     * @description A refusal. ``message`` is for people, in English. ``field`` names the member that is wrong.
     *
     *     ``room``: the six digits of the other room, with ``already_elsewhere``. ``cost`` and ``available``: the
     *     room cards that are needed and those that can be spent, with ``no_cards``.
     */
    ErrorDetail: {
      /** @enum {string} */
      code:
        | 'already_elsewhere'
        | 'bad_csrf'
        | 'bad_login'
        | 'bad_name'
        | 'bad_notation'
        | 'bad_origin'
        | 'bad_request'
        | 'banned'
        | 'busy'
        | 'draining'
        | 'internal'
        | 'key_reused'
        | 'match_running'
        | 'method_not_allowed'
        | 'muted'
        | 'no_admin'
        | 'no_cards'
        | 'no_hand'
        | 'no_kong'
        | 'no_session'
        | 'not_complete'
        | 'not_found'
        | 'not_robbed'
        | 'only_robbed'
        | 'out_of_range'
        | 'overloaded'
        | 'played_together'
        | 'rate_limited'
        | 'removed'
        | 'room_full'
        | 'room_unavailable'
        | 'same_player'
        | 'seated'
        | 'store_unavailable'
        | 'three_suits'
        | 'tile_not_in_hand'
        | 'too_large'
        | 'too_many_tiles'
        | 'unknown_option'
        | 'unknown_preset'
        | 'void_suit'
        | 'wrong_count'
        | 'wrong_recovery_code'
        | 'wrong_type'
      message: string
      room?: string
      cost?: number
      available?: number
      field?: string
    }
    /** @description Everything that the server keeps about the player. */
    Export: {
      player: components['schemas']['OwnPlayer']
      sessions: components['schemas']['OwnSessionCopy'][]
      cards: components['schemas']['CardsCopy']
      rooms: components['schemas']['RoomCopy'][]
      hands: components['schemas']['HandCopy'][]
      kept_for: components['schemas']['Kept']
    }
    /** @description The wish to delete the account. ``forever`` has to be true: nobody can bring the account back. */
    Farewell: {
      forever: boolean
    }
    /** @description The player's part in a finished hand. ``delta``: 颗. */
    HandCopy: {
      room_id: string
      match: number
      hand: number
      seat: number
      name: string
      delta: number
      ended_at: number
      /** @enum {string} */
      kept: 'whole' | 'no_log' | 'sums'
    }
    /**
     * @description All that the server keeps of a finished hand.
     *
     *     ``wins``: the receipts in the order of the wins. ``seed``, ``client_seeds`` and ``commitment``: hex (R60).
     *     ``kept``: ``no_log`` if the time of the log is over, ``sums`` if that of transfers and receipts is too.
     */
    HandDetail: {
      id: string
      match: number
      hand: number
      players: components['schemas']['HandPlayer'][]
      deltas: number[]
      dealer: number
      exhausted: boolean
      ended_at: number
      preset: string
      options: {
        [key: string]: components['schemas']['OptionValue']
      }
      next_dealer: number
      transfers: components['schemas']['HandTransfer'][]
      wins: components['schemas']['BookedWin'][]
      seed: string
      client_seeds: string[]
      commitment: string
      /** @enum {string} */
      kept: 'whole' | 'no_log' | 'sums'
      log: components['schemas']['LogLine'][]
    }
    /** @description The finished hands of a room in the order of play. */
    HandList: {
      hands: components['schemas']['HandSummary'][]
    }
    /** @description Who played a seat of a hand, under the name of that day. */
    HandPlayer: {
      name: string
      bot: boolean
    }
    /** @description A finished hand. By seat: ``players`` and ``deltas`` (颗). */
    HandSummary: {
      id: string
      match: number
      hand: number
      players: components['schemas']['HandPlayer'][]
      deltas: number[]
      dealer: number
      exhausted: boolean
      ended_at: number
    }
    /**
     * @description A hand to score: 14 tiles with the winning ``tile``, or 13 tiles without one.
     *
     *     ``hand`` is written as in R1 and R2 and includes the winning tile. ``options``: what differs from the
     *     preset.
     */
    HandToScore: {
      hand: string
      /** @default null */
      tile?: string | null
      /** @default classic */
      preset?: string
      options?: {
        [key: string]: components['schemas']['OptionValue']
      }
      /**
       * @default discard
       * @enum {string}
       */
      by?: 'draw' | 'discard' | 'rob_kong'
      /** @default false */
      after_kong?: boolean
      /** @default false */
      last_tile?: boolean
      /** @default null */
      void_suit?: ('m' | 'p' | 's') | null
    }
    /** @description 颗 that one seat pays to another (R65). */
    HandTransfer: {
      payer: number
      payee: number
      ke: number
      reason: string
    }
    /** @description A scoring item. ``ke``: its 颗 unless the option ``values`` differs; null if an option prices it. */
    ItemSpec: {
      id: string
      rule: string
      ke: number | null
    }
    /** @description For how many days the server keeps things after their end; 0 for ever. */
    Kept: {
      logs_days: number
      rooms_days: number
      guests_days: number
      sessions_days: number
    }
    /** @description The deal (R5). ``last``: the last tile of the dealer. */
    LogDeal: {
      /** @constant */
      type: 'deal'
      hands: (string | null)[]
      last: string | null
    }
    /** @description A discard. */
    LogDiscard: {
      /** @constant */
      type: 'discard'
      seat: number
      tile: string
    }
    /** @description A draw from the front or the tail of the wall. */
    LogDraw: {
      /** @constant */
      type: 'draw'
      seat: number
      tile: string
      /** @enum {string} */
      from: 'wall' | 'tail'
    }
    /** @description The exchange of three tiles (R6). */
    LogExchange: {
      /** @constant */
      type: 'exchange'
      die: number
      /** @enum {string} */
      direction: 'next' | 'opposite' | 'previous'
      gave: (string | null)[]
    }
    /** @description A draw is due and the wall is empty. */
    LogExhausted: {
      /** @constant */
      type: 'exhausted'
    }
    /** @description The first line: rules, seeds and wall. ``seating_dice``: only in the first hand of a match (R4). */
    LogHand: {
      /** @constant */
      type: 'hand'
      version: number
      preset: string
      options: {
        [key: string]: components['schemas']['OptionValue']
      }
      players: number
      hand: number
      dealer: number
      seed: string
      client_seeds: string[]
      context: string
      commitment: string
      seating_dice?: (number[] | null)[][]
      dice: number[]
      wall: string[]
    }
    /** @description A kong. ``from``: only for an exposed one. */
    LogKong: {
      /** @constant */
      type: 'kong'
      seat: number
      tile: string
      /** @enum {string} */
      kind: 'exposed' | 'added' | 'concealed'
      from?: number
    }
    LogLine:
      | components['schemas']['LogHand']
      | components['schemas']['LogDeal']
      | components['schemas']['LogExchange']
      | components['schemas']['LogVoid']
      | components['schemas']['LogDraw']
      | components['schemas']['LogDiscard']
      | components['schemas']['LogPung']
      | components['schemas']['LogKong']
      | components['schemas']['LogPass']
      | components['schemas']['LogOverruled']
      | components['schemas']['LogWin']
      | components['schemas']['LogExhausted']
      | components['schemas']['LogSettle']
    /** @description A pung or kong over which a win took precedence. */
    LogOverruled: {
      /** @constant */
      type: 'overruled'
      seat: number
      /** @enum {string} */
      asked: 'pung' | 'kong'
    }
    /** @description A seat that lets a tile pass, and what it declines. */
    LogPass: {
      /** @constant */
      type: 'pass'
      seat: number
      declined: ('win' | 'pung' | 'kong')[]
    }
    /** @description A pung of the discard of the seat ``from``. */
    LogPung: {
      /** @constant */
      type: 'pung'
      seat: number
      tile: string
      from: number
    }
    /** @description The last line: the settlement. */
    LogSettle: {
      /** @constant */
      type: 'settle'
      transfers: components['schemas']['LogTransfer'][]
      deltas: number[]
      next_dealer: number
    }
    /** @description 颗 that one seat pays to another. */
    LogTransfer: {
      payer: number
      payee: number
      ke: number
      /** @enum {string} */
      reason: 'self_draw' | 'discard' | 'rob_kong' | 'ready_check' | 'flower_pig'
    }
    /** @description The void suits by seat (R7). */
    LogVoid: {
      /** @constant */
      type: 'void'
      suits: ('m' | 'p' | 's')[]
    }
    /** @description A win. ``items``: 颗 by item before ``multiplier``. ``from``: only for a discard or a robbed kong. */
    LogWin: {
      /** @constant */
      type: 'win'
      seat: number
      tile: string
      /** @enum {string} */
      by: 'draw' | 'discard' | 'rob_kong'
      from?: number
      ke: number
      items: {
        [key: string]: number
      }
      multiplier: number
      hand: string
    }
    /** @description The player who stays, and the guest who is part of this player now. */
    Merged: {
      player: components['schemas']['Player']
      merged: components['schemas']['Player']
    }
    /** @description The player of the session. ``version``: the version of the server. */
    Myself: {
      player: components['schemas']['Player']
      room: components['schemas']['OwnRoom'] | null
      version: string
    }
    /** @description A session under its new name. */
    NamedSession: {
      id: string
      name: string
    }
    /** @description An item that the hand seems to earn and does not, and why. */
    NearMiss: {
      id: string
      rule: string
      /** @enum {string} */
      reason:
        | 'rest_does_not_stand'
        | 'other_reading'
        | 'used_elsewhere'
        | 'melded_tiles'
        | 'not_in_seven_pairs'
        | 'open_meld'
        | 'several_waits'
        | 'not_in_the_middle'
        | 'group_in_hand'
        | 'not_melded'
        | 'third_dragon_missing'
        | 'only_a_pair'
        | 'not_the_winning_tile'
        | 'discounted'
        | 'one_kong_short'
      tiles: string
    }
    /** @description A nickname of a new guest. With ``bearer`` the answer has a token, and no cookie is set. */
    NewGuest: {
      name: string
      /** @default false */
      bearer?: boolean
    }
    /** @description Another nickname. */
    NewName: {
      name: string
    }
    /**
     * @description A room to create. The same ``key`` from the same player gives the same room.
     *
     *     ``options``: what differs from the preset. ``turn_seconds``: time for a decision in s, null for no limit.
     */
    NewRoomBody: {
      key: string
      /** @default classic */
      preset?: string
      options?: {
        [key: string]: components['schemas']['OptionValue']
      }
      /** @default 30 */
      turn_seconds?: (15 | 30 | 60) | null
      /**
       * @default fast
       * @enum {string}
       */
      window?: 'fast' | 'steady'
      /**
       * @default owner
       * @enum {string}
       */
      payer?: 'owner' | 'split' | 'winner'
    }
    /** @description An empty object. */
    Nothing: Record<string, never>
    /**
     * @description One option of the rules, enough to draw its control.
     *
     *     ``choices``: the values of a choice or the members of a set. ``keys``: the keys of a map. ``minimum`` and
     *     ``maximum``: the bounds of an int or of the values of a map.
     */
    OptionSpec: {
      name: string
      /** @enum {string} */
      kind: 'bool' | 'int' | 'choice' | 'set' | 'map'
      rules: string[]
      choices: (string | number)[]
      keys: string[]
      minimum: number
      maximum: number
      nullable: boolean
    }
    OptionValue:
      | boolean
      | number
      | string
      | {
          [key: string]: number
        }
      | string[]
      | null
    /** @description The recovery code of the guest who becomes part of this player. */
    OtherGuest: {
      code: string
    }
    /** @description The player's record. */
    OwnPlayer: {
      id: string
      name: string
      created_at: number
      last_seen: number
    }
    /** @description The open room in which the player has a seat. */
    OwnRoom: {
      id: string
      code: string
      /** @enum {string} */
      phase: 'lobby' | 'playing' | 'settling' | 'between' | 'ended' | 'dissolved'
    }
    /** @description A session of the player. ``current``: the session of this request. */
    OwnSession: {
      id: string
      name: string | null
      /** @enum {string} */
      kind: 'cookie' | 'bearer'
      created_at: number
      expires_at: number
      current: boolean
    }
    /** @description A session. ``id``: the SHA-256 of its token. */
    OwnSessionCopy: {
      id: string
      name: string | null
      /** @enum {string} */
      kind: 'cookie' | 'bearer'
      created_at: number
      expires_at: number
    }
    /** @description The sessions of the player, newest first. */
    OwnSessions: {
      sessions: components['schemas']['OwnSession'][]
    }
    /** @description A player: id, and the name that others see. */
    Player: {
      id: string
      name: string
    }
    /** @description Room cards of a match by its greatest number of hands, for each kind of payer. */
    Prices: {
      owner: {
        [key: string]: number
      }
      split: {
        [key: string]: number
      }
      winner: {
        [key: string]: number
      }
    }
    /**
     * @description What a hand of 14 tiles pays. ``ke``: after ``multiplier``; the items: before it.
     *
     *     ``waits``: the waits of the 13 tiles without the winning one.
     */
    Receipt: {
      ke: number
      multiplier: number
      items: components['schemas']['ScoredItem'][]
      near_misses: components['schemas']['NearMiss'][]
      waits: components['schemas']['WaitKe'][]
    }
    /** @description A recovery code. With ``bearer`` the answer has a token, and no cookie is set. */
    Recovery: {
      code: string
      /** @default false */
      bearer?: boolean
    }
    /** @description A recovery code: the server keeps only its hash. */
    RecoveryCode: {
      code: string
    }
    /** @description The player under the new name. */
    Renamed: {
      player: components['schemas']['Player']
    }
    /** @description A room. */
    RoomAnswer: {
      room: components['schemas']['RoomCard']
    }
    /**
     * @description What a room shows to a visitor who knows its code. ``id``: for members only.
     *
     *     ``options``: what differs from the preset. ``cost``: room cards of a match, for the whole table.
     *     ``join_cost``: room cards that a player who takes a seat has to hold. ``seats``: null for a free seat.
     */
    RoomCard: {
      id: string | null
      code: string
      preset: string
      options: {
        [key: string]: components['schemas']['OptionValue']
      }
      players: number
      hands: number
      turn_seconds: number | null
      /** @enum {string} */
      window: 'fast' | 'steady'
      /** @enum {string} */
      payer: 'owner' | 'split' | 'winner'
      cost: number
      join_cost: number
      /** @enum {string} */
      phase: 'lobby' | 'playing' | 'settling' | 'between' | 'ended' | 'dissolved'
      seats: (components['schemas']['SeatCard'] | null)[]
      member: boolean
    }
    /** @description A room of which the player is or was a member, and the player's name there. */
    RoomCopy: {
      id: string
      code: string
      preset: string
      status: string
      created_at: number
      name: string
    }
    /** @description What a new room has if its maker does not say otherwise. */
    RoomDefaults: {
      preset: string
      turn_seconds: number | null
      /** @enum {string} */
      window: 'fast' | 'steady'
      /** @enum {string} */
      payer: 'owner' | 'split' | 'winner'
    }
    /** @description Presets with all their options, the options with their bounds, the scoring items, and the defaults. */
    Rules: {
      presets: {
        [key: string]: {
          [key: string]: components['schemas']['OptionValue']
        }
      }
      options: components['schemas']['OptionSpec'][]
      items: components['schemas']['ItemSpec'][]
      turn_seconds: (number | null)[]
      windows: ('fast' | 'steady')[]
      defaults: components['schemas']['RoomDefaults']
    }
    /** @description A line of a receipt: the item, its rule (R41), 颗, and its tiles. */
    ScoredItem: {
      id: string
      rule: string
      ke: number
      tiles: string
    }
    /** @description Who has a seat. */
    SeatCard: {
      name: string
      bot: boolean
    }
    /** @description A ticket for the hello of one socket, valid for ``expires_in_ms``. */
    Ticket: {
      ticket: string
      expires_in_ms: number
    }
    /** @description A tile that completes the hand, and the 颗 of that win. */
    WaitKe: {
      tile: string
      ke: number
    }
    /** @description The waits of 13 tiles. ``why``: only where there is none. */
    Waits: {
      waits: components['schemas']['WaitKe'][]
      /** @enum {string} */
      why?: 'not_ready' | 'three_suits' | 'void_suit'
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type BookedItem = components['schemas']['BookedItem']
export type BookedWin = components['schemas']['BookedWin']
export type CardLine = components['schemas']['CardLine']
export type CardLineCopy = components['schemas']['CardLineCopy']
export type CardPrices = components['schemas']['CardPrices']
export type CardTransferCopy = components['schemas']['CardTransferCopy']
export type Cards = components['schemas']['Cards']
export type CardsCopy = components['schemas']['CardsCopy']
export type Config = components['schemas']['Config']
export type DeviceName = components['schemas']['DeviceName']
export type Entered = components['schemas']['Entered']
export type ErrorAnswer = components['schemas']['ErrorAnswer']
export type ErrorDetail = components['schemas']['ErrorDetail']
export type Export = components['schemas']['Export']
export type Farewell = components['schemas']['Farewell']
export type HandCopy = components['schemas']['HandCopy']
export type HandDetail = components['schemas']['HandDetail']
export type HandList = components['schemas']['HandList']
export type HandPlayer = components['schemas']['HandPlayer']
export type HandSummary = components['schemas']['HandSummary']
export type HandToScore = components['schemas']['HandToScore']
export type HandTransfer = components['schemas']['HandTransfer']
export type ItemSpec = components['schemas']['ItemSpec']
export type Kept = components['schemas']['Kept']
export type LogDeal = components['schemas']['LogDeal']
export type LogDiscard = components['schemas']['LogDiscard']
export type LogDraw = components['schemas']['LogDraw']
export type LogExchange = components['schemas']['LogExchange']
export type LogExhausted = components['schemas']['LogExhausted']
export type LogHand = components['schemas']['LogHand']
export type LogKong = components['schemas']['LogKong']
export type LogLine = components['schemas']['LogLine']
export type LogOverruled = components['schemas']['LogOverruled']
export type LogPass = components['schemas']['LogPass']
export type LogPung = components['schemas']['LogPung']
export type LogSettle = components['schemas']['LogSettle']
export type LogTransfer = components['schemas']['LogTransfer']
export type LogVoid = components['schemas']['LogVoid']
export type LogWin = components['schemas']['LogWin']
export type Merged = components['schemas']['Merged']
export type Myself = components['schemas']['Myself']
export type NamedSession = components['schemas']['NamedSession']
export type NearMiss = components['schemas']['NearMiss']
export type NewGuest = components['schemas']['NewGuest']
export type NewName = components['schemas']['NewName']
export type NewRoomBody = components['schemas']['NewRoomBody']
export type Nothing = components['schemas']['Nothing']
export type OptionSpec = components['schemas']['OptionSpec']
export type OptionValue = components['schemas']['OptionValue']
export type OtherGuest = components['schemas']['OtherGuest']
export type OwnPlayer = components['schemas']['OwnPlayer']
export type OwnRoom = components['schemas']['OwnRoom']
export type OwnSession = components['schemas']['OwnSession']
export type OwnSessionCopy = components['schemas']['OwnSessionCopy']
export type OwnSessions = components['schemas']['OwnSessions']
export type Player = components['schemas']['Player']
export type Prices = components['schemas']['Prices']
export type Receipt = components['schemas']['Receipt']
export type Recovery = components['schemas']['Recovery']
export type RecoveryCode = components['schemas']['RecoveryCode']
export type Renamed = components['schemas']['Renamed']
export type RoomAnswer = components['schemas']['RoomAnswer']
export type RoomCard = components['schemas']['RoomCard']
export type RoomCopy = components['schemas']['RoomCopy']
export type RoomDefaults = components['schemas']['RoomDefaults']
export type Rules = components['schemas']['Rules']
export type ScoredItem = components['schemas']['ScoredItem']
export type SeatCard = components['schemas']['SeatCard']
export type Ticket = components['schemas']['Ticket']
export type WaitKe = components['schemas']['WaitKe']
export type Waits = components['schemas']['Waits']
