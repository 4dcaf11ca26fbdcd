/* Generated from docs/openapi-console.json by `npm run types`. Do not edit. */
export interface components {
  schemas: {
    /** @description The announcement now. */
    Announced: {
      announcement: string
    }
    /** @description A text for every lobby and table; empty to remove it. */
    Announcement: {
      text: string
    }
    /** @description A line of the audit log. ``admin``: empty for the command line. */
    AuditAct: {
      id: string
      admin: string
      act: string
      target: string
      detail: {
        [key: string]: string | number | boolean
      }
      at: number
    }
    /** @description Lines of the audit log, newest first. ``more``: there are older lines. */
    AuditActs: {
      acts: components['schemas']['AuditAct'][]
      more: boolean
    }
    /** @description What the audit checked. ``wrong``: the number of findings, of which ``findings`` has the first. */
    AuditReport: {
      accounts: number
      transfers: number
      hands: number
      replayed: number
      wrong: number
      findings: string[]
    }
    /** @description What a developer needs to reproduce a fault of a room: no names, nothing of a hand in play. */
    Bundle: {
      format: number
      version: string
      room: components['schemas']['BundleRoom']
      table: components['schemas']['BundleTable']
      hands: components['schemas']['BundleHand'][]
    }
    /** @description An open decision. */
    BundleDecision: {
      seat: number
      since: number
      until: number | null
    }
    /** @description A finished hand: 颗 by seat, and the lines of its log. */
    BundleHand: {
      id: string
      deltas: number[]
      log: string
    }
    /** @description A room without names. ``options``: what differs from the preset. ``bots``: by slot. */
    BundleRoom: {
      id: string
      preset: string
      options: {
        [key: string]: components['schemas']['OptionValue']
      }
      settings: {
        [key: string]: unknown
      }
      open: boolean
      close_reason: string | null
      epoch: number
      match: number
      created_at: number
      closed_at: number | null
      bots: boolean[]
    }
    /** @description Where the table stands. */
    BundleTable: {
      phase: ('lobby' | 'playing' | 'settling' | 'between' | 'ended' | 'dissolved') | null
      hand: number
      deadline: number | null
      stuck: string[]
      pending: components['schemas']['BundleDecision'][]
    }
    /** @description Room cards to spend, and held for matches. */
    CardBalance: {
      available: number
      held: number
    }
    /** @description Name and password of an operator. ``code``: six digits of the authenticator, if the account has one. */
    Credentials: {
      name: string
      password: string
      /** @default  */
      code?: string
    }
    /** @description Room cards that are free again, and those that the server paid back. */
    Dissolved: {
      released: number
      refunded: number
    }
    /** @description Whether the server refuses new rooms. */
    Drain: {
      on: boolean
    }
    /** @description Whether the server refuses new rooms now. */
    Draining: {
      draining: boolean
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
    /** @description A player with cards and restrictions. ``room``: the six digits of the player's open room. */
    FoundPlayer: {
      id: string
      name: string
      created_at: number
      last_seen: number
      available: number
      held: number
      banned: boolean
      muted: boolean
      reason: string
      room: string | null
      room_id: string | null
      sharing: components['schemas']['SharedWith'][]
    }
    /** @description Players that fit. ``more``: there are others. */
    FoundPlayers: {
      players: components['schemas']['FoundPlayer'][]
      more: boolean
    }
    /** @description The restrictions of a player now. */
    GivenRights: {
      banned: boolean
      muted: boolean
    }
    /** @description The hand in play. */
    Inspected: {
      hand: components['schemas']['OpenHand']
    }
    /** @description Why the operator has to see the hands. The same ``key`` again is the same act: one audit line. */
    Inspection: {
      reason: string
      key: string
    }
    /** @description Room cards to give to a player, or to take back. The same ``key`` again changes nothing. */
    Movement: {
      /** @default false */
      take_back?: boolean
      cards: number
      key: string
      /** @default  */
      reason?: string
    }
    /** @description An empty object. */
    Nothing: Record<string, never>
    /** @description The announcement, empty for none, and whether the server refuses new rooms. */
    Notices: {
      announcement: string
      draining: boolean
    }
    /** @description A hand in play with all hands open. ``at``: when the table was informed. ``wall``: tiles left. */
    OpenHand: {
      match: number
      hand: number
      at: number
      phase: string
      turn: number | null
      wall: number
      seats: components['schemas']['OpenSeat'][]
    }
    /** @description A meld (R2). ``source``: the seat it was claimed from. */
    OpenMeld: {
      /** @enum {string} */
      kind: 'pung' | 'exposed' | 'added' | 'concealed'
      tile: string
      source?: number
    }
    /** @description One seat of a hand in play. ``hand``: the concealed tiles without ``drawn`` (R1). */
    OpenSeat: {
      seat: number
      name: string
      hand: string
      drawn: string | null
      melds: components['schemas']['OpenMeld'][]
      river: string[]
      claimed: number[]
      void: string | null
      won: boolean
    }
    /** @description The operator who is signed in. ``csrf``: the value of X-CSRF-Token for changes. */
    OperatorSession: {
      name: string
      csrf: string
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
    /** @description An open decision, without its content. ``until``: null without a time limit. */
    PendingDecision: {
      seat: number
      name: string
      since: number
      until: number | null
      online: boolean
      auto: boolean
    }
    /** @description What a player may not do from now on. ``muted``: the player keeps a name that the server gives. */
    Rights: {
      banned: boolean
      muted: boolean
      /** @default  */
      reason?: string
    }
    /**
     * @description An open room. ``phase``: null if the store does not have the room.
     *
     *     ``stuck``: why the room does not go on: ``not_in_store``, ``unreadable``, ``overdue``, ``nobody_online``
     *     or ``waiting``.
     */
    RoomReport: {
      id: string
      code: string
      preset: string
      match: number
      hand: number
      created_at: number
      phase: ('lobby' | 'playing' | 'settling' | 'between' | 'ended' | 'dissolved') | null
      seats: components['schemas']['SeatReport'][]
      deadline: number | null
      pending: components['schemas']['PendingDecision'][]
      stuck: string[]
      sharing: components['schemas']['SharedSeats'][]
    }
    /** @description Open rooms, oldest first. */
    RoomReports: {
      rooms: components['schemas']['RoomReport'][]
    }
    /** @description A seat of a room. */
    SeatReport: {
      seat: number
      name: string
      bot: boolean
      online: boolean
    }
    /** @description Seats at one device or address. ``address``: without its end; null for a device. */
    SharedSeats: {
      /** @enum {string} */
      what: 'device' | 'address'
      seats: number[]
      address: string | null
    }
    /** @description The other players at a player's device or address. ``address``: without its end; null for a device. */
    SharedWith: {
      /** @enum {string} */
      what: 'device' | 'address'
      names: string[]
      address: string | null
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type Announced = components['schemas']['Announced']
export type Announcement = components['schemas']['Announcement']
export type AuditAct = components['schemas']['AuditAct']
export type AuditActs = components['schemas']['AuditActs']
export type AuditReport = components['schemas']['AuditReport']
export type Bundle = components['schemas']['Bundle']
export type BundleDecision = components['schemas']['BundleDecision']
export type BundleHand = components['schemas']['BundleHand']
export type BundleRoom = components['schemas']['BundleRoom']
export type BundleTable = components['schemas']['BundleTable']
export type CardBalance = components['schemas']['CardBalance']
export type Credentials = components['schemas']['Credentials']
export type Dissolved = components['schemas']['Dissolved']
export type Drain = components['schemas']['Drain']
export type Draining = components['schemas']['Draining']
export type ErrorAnswer = components['schemas']['ErrorAnswer']
export type ErrorDetail = components['schemas']['ErrorDetail']
export type FoundPlayer = components['schemas']['FoundPlayer']
export type FoundPlayers = components['schemas']['FoundPlayers']
export type GivenRights = components['schemas']['GivenRights']
export type Inspected = components['schemas']['Inspected']
export type Inspection = components['schemas']['Inspection']
export type Movement = components['schemas']['Movement']
export type Nothing = components['schemas']['Nothing']
export type Notices = components['schemas']['Notices']
export type OpenHand = components['schemas']['OpenHand']
export type OpenMeld = components['schemas']['OpenMeld']
export type OpenSeat = components['schemas']['OpenSeat']
export type OperatorSession = components['schemas']['OperatorSession']
export type OptionValue = components['schemas']['OptionValue']
export type PendingDecision = components['schemas']['PendingDecision']
export type Rights = components['schemas']['Rights']
export type RoomReport = components['schemas']['RoomReport']
export type RoomReports = components['schemas']['RoomReports']
export type SeatReport = components['schemas']['SeatReport']
export type SharedSeats = components['schemas']['SharedSeats']
export type SharedWith = components['schemas']['SharedWith']
