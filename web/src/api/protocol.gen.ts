/* Generated from docs/protocol.schema.json by `npm run types`. Do not edit. */

export type ServerMessage = Welcome | Snapshot | Ack | Error | ServerHeartbeat | Bye
export type ClientMessage = Hello | Act | ClientHeartbeat
export type HandAction =
  ExchangeAction | VoidAction | DiscardAction | PungAction | KongAction | WinAction | PassAction
export type RoomAction =
  | ReadyAction
  | AddBotAction
  | RemoveBotAction
  | RemovePlayerAction
  | HandOverAction
  | StartAction
  | LeaveAction
  | AutoAction
  | ProposeDissolveAction
  | AnswerDissolveAction
  | RematchAction
export type WireEvent =
  | ChosenEvent
  | ExchangedEvent
  | VoidedEvent
  | DrewEvent
  | DiscardedEvent
  | PungedEvent
  | KongedEvent
  | PassedEvent
  | OverruledEvent
  | WonEvent
  | KongRobbedEvent
  | ExhaustedEvent
  | SettledEvent

export interface Protocol {
  server: ServerMessage
  client: ClientMessage
  frame: Frame
}
/**
 * The gateway accepts the hello. ``resume``: frames after the cursor follow (``ok``), or a snapshot.
 */
export interface Welcome {
  type: 'welcome'
  version: number
  room: string
  epoch: number
  now: number
  heartbeat_ms: number
  resume: 'ok' | 'snapshot'
  limits: Limits
  build: string
}
/**
 * The limits of the gateway: bytes of a message, messages per second.
 */
export interface Limits {
  message_bytes: number
  messages_per_second: number
}
/**
 * The whole view after frame ``seq``. The next frame is ``seq`` + 1.
 */
export interface Snapshot {
  type: 'snapshot'
  seq: number
  hash: string
  view: RoomView
}
/**
 * Everything that one member may know of the room. Frames change it: see ``Frame``. Times are server ms.
 *
 * ``until``: when the newest turn, or the choice that all seats make, runs out, or the next hand is dealt;
 * null without a limit. While a tile is on offer it does not change: the time to claim is in ``decision``.
 * ``waits``: the tiles that complete the own hand without ``drawn``, each with its 颗. ``commitment``: of
 * the hand in play, between hands of the next hand (R60). ``dealer``: deals this hand, or between hands the
 * next one. ``seating_dice``: the rounds of R4 by the seats after it, empty for a seat that did not throw.
 * ``results``: the deltas of each booked hand of the match, in 颗 by seat. ``hand_id``: its newest booked
 * hand (GET /api/hands/{id}). ``sharing``: players at one device or address. ``inspected_at``: when the
 * operator last looked at all tiles of the hand on the table, or null. ``vote_end``: how the newest
 * proposal of this hand ended, or null. ``departed``: who has lost the seat, oldest first. ``voided``: how
 * often the server gave up a hand of this match because of a fault of its own; nobody pays for such a hand.
 */
export interface RoomView {
  room: RoomInfo
  phase: 'between' | 'dissolved' | 'ended' | 'lobby' | 'playing' | 'settling'
  seat: number
  seats: (SeatInfo | null)[]
  match: number
  hand_number: number
  dealer: number | null
  seating_dice: number[][][]
  results: number[][]
  commitment: string | null
  vote: VoteView | null
  until: number | null
  decision: Decision | null
  waits: {
    [k: string]: number
  }
  hand: HandView | null
  hand_id: string | null
  sharing: SharingView[]
  inspected_at: number | null
  vote_end: VoteEndView | null
  departed: DepartedView[]
  voided: number
}
/**
 * What does not change during a match. ``options``: those that differ from the preset.
 *
 * ``cost``: room cards for each match, 0 in a free room. ``payer``: who pays them. Both are always sent.
 */
export interface RoomInfo {
  id: string
  code: string
  preset: string
  options: {
    [k: string]:
      | boolean
      | number
      | string
      | {
          [k: string]: number
        }
      | string[]
      | null
  }
  players: number
  hands: number
  turn_seconds: number | null
  window: 'fast' | 'steady'
  owner: number
  payer?: 'owner' | 'split' | 'winner'
  cost?: number
}
/**
 * One taken seat. ``total``: 颗 of the match so far. ``left``: the player has left after the match.
 */
export interface SeatInfo {
  name: string
  bot?: boolean
  online?: boolean
  ready?: boolean
  auto?: boolean
  rematch?: boolean
  left?: boolean
  total?: number
}
/**
 * An open proposal to dissolve.
 *
 * ``answers``: by seat, true, or null if the seat has not answered or is not asked. A refusal ends the vote.
 */
export interface VoteView {
  proposer: number
  until: number
  answers: (boolean | null)[]
}
/**
 * An open decision of this seat, with all its legal answers.
 *
 * ``until``: null without a limit. ``suggested``: the default answer when the time is over: three tiles of
 * an exchange, the letter of a void suit, or the tile to discard. ``ready``: each discard that leaves a
 * ready hand, with its waits and their 颗. The client counts how many tiles of a wait are left.
 */
export interface Decision {
  id: number
  until?: number | null
  discard?: string
  pung?: string | null
  kong?: string[]
  win?: WinOffer | null
  can_pass?: boolean
  exchange?: ExchangeChoice[]
  suggested?: string
  void?: string[]
  ready?: {
    [k: string]: {
      [k: string]: number
    }
  }
}
/**
 * The value of a win now, in 颗.
 */
export interface WinOffer {
  ke: number
  items: {
    [k: string]: number
  }
}
/**
 * One way to choose three tiles: all of ``must``, and ``pick`` tiles of ``choices`` (R6).
 */
export interface ExchangeChoice {
  must: string
  choices: string
  pick: number
}
/**
 * A hand as one seat may see it. ``hand``: the own concealed tiles without ``drawn``.
 */
export interface HandView {
  number: number
  dealer: number
  dice: number[]
  phase: 'claiming' | 'exchanging' | 'over' | 'turn' | 'voiding'
  turn: number | null
  offer: OfferView | null
  wall: number
  hand: string
  drawn: string | null
  players: PlayerView[]
  exchange: ExchangeView | null
  void_chosen: boolean[] | null
  exhausted: boolean
  result: ResultView | null
}
/**
 * The tile that players may claim, and the seat it comes from.
 */
export interface OfferView {
  tile: string
  seat: number
  kind: 'added_kong' | 'discard'
}
/**
 * One player at the table. ``claimed``: indexes of the tiles in ``river`` that other players took.
 */
export interface PlayerView {
  tiles: number
  melds: MeldView[]
  river: string[]
  claimed: number[]
  void: string | null
  won: WinView | null
}
/**
 * A meld (R2). ``source``: the seat whose tile was claimed.
 */
export interface MeldView {
  kind: 'added' | 'concealed' | 'exposed' | 'pung'
  tile: string
  source?: number | null
}
/**
 * A win: the open hand and its receipt. ``items`` are in 颗 before ``multiplier``.
 *
 * ``ke``: what each payer pays: the sum of ``items`` times ``multiplier``, at most the option ``cap``,
 * times ``base_points`` (R59). ``near_misses``: items that the open hand almost has; nobody pays for them.
 */
export interface WinView {
  seat: number
  place: number
  tile: string
  by: 'discard' | 'draw' | 'rob_kong'
  ke: number
  multiplier: number
  items: ReceiptItem[]
  concealed: string
  source?: number | null
  near_misses?: NearMissView[]
}
/**
 * One line of a receipt: item id, 颗, and the tiles that earned it.
 */
export interface ReceiptItem {
  id: string
  ke: number
  tiles: string
}
/**
 * An item that does not count, or not in full: item id, the reason, and the tiles in question.
 */
export interface NearMissView {
  id: string
  reason:
    | 'discounted'
    | 'group_in_hand'
    | 'melded_tiles'
    | 'not_in_seven_pairs'
    | 'not_in_the_middle'
    | 'not_melded'
    | 'not_the_winning_tile'
    | 'one_kong_short'
    | 'only_a_pair'
    | 'open_meld'
    | 'other_reading'
    | 'rest_does_not_stand'
    | 'several_waits'
    | 'third_dragon_missing'
    | 'used_elsewhere'
  tiles: string
}
/**
 * What the seat may know of the exchange (R6).
 */
export interface ExchangeView {
  chosen: boolean[]
  gave?: string
  received?: string
  die?: number | null
  direction?: ('next' | 'opposite' | 'previous') | null
}
/**
 * The end of a hand (R61-R65), with all hands and the revealed seeds (R60).
 *
 * ``client_seeds``: in the order of the deal: by seat, in hand 1 by the seats before R4.
 */
export interface ResultView {
  exhausted: boolean
  deltas: number[]
  transfers: TransferView[]
  hands: string[]
  next_dealer: number
  seed: string
  client_seeds: string[]
}
/**
 * A transfer between two seats, in 颗 (R65).
 */
export interface TransferView {
  payer: number
  payee: number
  ke: number
  reason: 'discard' | 'flower_pig' | 'ready_check' | 'rob_kong' | 'self_draw'
}
/**
 * Players who share a browser or an address. Each room decides whether players see shared addresses.
 */
export interface SharingView {
  what: 'address' | 'device'
  seats: number[]
}
/**
 * How the newest proposal to dissolve ended. All players are seats.
 *
 * ``agreed``: the room is dissolved. ``refused``: who said no. ``silent``: who was asked and did not answer.
 */
export interface VoteEndView {
  proposer: number
  agreed: boolean
  refused: number[]
  silent: number[]
}
/**
 * A player who has lost the seat since the newest match began.
 *
 * ``why``: the owner has ``removed`` them, or they were ``away`` (offline) for too long.
 */
export interface DepartedView {
  name: string
  why: 'away' | 'removed'
}
/**
 * The answer to an act. ``seq``: the frame that shows the effect; ``leave`` has none.
 *
 * The server keeps the last 32 accepted acts of each member. It answers a repeated one alike and does not
 * carry it out again. It does not keep refused acts.
 */
export interface Ack {
  type: 'ack'
  action_id: string
  result: 'ok' | 'rejected'
  code?: string | null
  seq?: number | null
}
/**
 * Something is wrong with a message or the connection; see the table of codes.
 *
 * It names no act. With ``retry``, resend each unanswered act with the same id, after ``after_ms`` if given.
 */
export interface Error {
  type: 'error'
  code: string
  retry?: boolean
  after_ms?: number | null
}
/**
 * The server time in ms, sent every ``heartbeat_ms``.
 */
export interface ServerHeartbeat {
  type: 'heartbeat'
  now: number
}
/**
 * The server is about to close the socket with ``code``. Connect again after ``retry_ms``.
 */
export interface Bye {
  type: 'bye'
  code: number
  retry_ms: number
}
/**
 * The first message: a one-time ticket (POST /api/ws-ticket) and the id of the room.
 */
export interface Hello {
  type: 'hello'
  version: number
  ticket: string
  room: string
  cursor?: Cursor | null
  app?: string
}
/**
 * The last frame that a client has applied: its number and its link of the hash chain.
 */
export interface Cursor {
  epoch: number
  seq: number
  hash: string
}
/**
 * An action. The client makes and stores ``action_id`` before it sends, and resends the same message.
 *
 * ``decision``: the id of the decision that an action of the hand answers. Actions of the room have none.
 */
export interface Act {
  type: 'act'
  action_id: string
  action:
    | ExchangeAction
    | VoidAction
    | DiscardAction
    | PungAction
    | KongAction
    | WinAction
    | PassAction
    | ReadyAction
    | AddBotAction
    | RemoveBotAction
    | RemovePlayerAction
    | HandOverAction
    | StartAction
    | LeaveAction
    | AutoAction
    | ProposeDissolveAction
    | AnswerDissolveAction
    | RematchAction
  decision?: number | null
}
/**
 * Give three tiles to another player (R6).
 */
export interface ExchangeAction {
  type: 'exchange'
  /**
   * @minItems 3
   * @maxItems 3
   */
  tiles: string[]
}
/**
 * Choose the void suit (R7).
 */
export interface VoidAction {
  type: 'void'
  suit: 'm' | 'p' | 's'
}
/**
 * Discard a tile (R8).
 */
export interface DiscardAction {
  type: 'discard'
  tile: string
}
/**
 * Claim a pung (R9).
 */
export interface PungAction {
  type: 'pung'
  tile: string
}
/**
 * Concealed, added or claimed kong (R8, R9).
 */
export interface KongAction {
  type: 'kong'
  tile: string
}
/**
 * Win (R8-R10).
 */
export interface WinAction {
  type: 'win'
}
/**
 * Do not claim the tile (R9).
 */
export interface PassAction {
  type: 'pass'
}
/**
 * Ready for the next hand, with 16 random bytes of the client (R60). In the lobby also: not ready.
 */
export interface ReadyAction {
  type: 'ready'
  client_seed: string
  ready?: boolean
}
/**
 * The owner adds a bot on the first empty seat, or with ``all`` a bot on each empty seat.
 */
export interface AddBotAction {
  type: 'add_bot'
  all?: boolean
}
/**
 * The owner removes the bot on ``seat``.
 */
export interface RemoveBotAction {
  type: 'remove_bot'
  seat: number
}
/**
 * The owner takes the seat of the player on ``seat``. ``name``: as ``seats`` shows it.
 */
export interface RemovePlayerAction {
  type: 'remove_player'
  seat: number
  name: string
}
/**
 * The owner gives the room to the player on ``seat``. ``name``: as ``seats`` shows it.
 */
export interface HandOverAction {
  type: 'hand_over'
  seat: number
  name: string
}
/**
 * The owner starts the match. Each seat is taken and all other players are ready.
 *
 * The owner need not be ready, but without ``ready`` the owner adds no seed to the deal.
 */
export interface StartAction {
  type: 'start'
}
/**
 * Leave the room, in the lobby or after the match. The server closes the socket after the ack.
 */
export interface LeaveAction {
  type: 'leave'
}
/**
 * Switch 托管 on or off.
 */
export interface AutoAction {
  type: 'auto'
  on: boolean
}
/**
 * Propose to dissolve the room.
 */
export interface ProposeDissolveAction {
  type: 'propose_dissolve'
}
/**
 * Answer the open proposal. One refusal ends it, also by the proposer.
 */
export interface AnswerDissolveAction {
  type: 'answer_dissolve'
  agree: boolean
}
/**
 * Ask for another match. It begins when all players who have not left ask for it.
 */
export interface RematchAction {
  type: 'rematch'
}
/**
 * A sign of life. ``seq``: the number of the last frame that the client has.
 */
export interface ClientHeartbeat {
  type: 'heartbeat'
  seq: number
}
/**
 * One step of the member's stream, numbered without gaps. It is the only message without ``type``.
 *
 * Apply ``events`` to ``view.hand`` in order, then replace the fields of the view that ``room`` has.
 */
export interface Frame {
  seq: number
  events?: (
    | ChosenEvent
    | ExchangedEvent
    | VoidedEvent
    | DrewEvent
    | DiscardedEvent
    | PungedEvent
    | KongedEvent
    | PassedEvent
    | OverruledEvent
    | WonEvent
    | KongRobbedEvent
    | ExhaustedEvent
    | SettledEvent
  )[]
  room?: RoomPatch
}
/**
 * ``seat`` has chosen: exchange.chosen[seat] or void_chosen[seat] becomes true.
 *
 * Only the seat itself gets ``tiles`` or ``suit``. ``tiles`` leave ``hand`` and become exchange.gave; the
 * ``drawn`` tile leaves only if ``hand`` has no more of its kind. ``suit`` becomes players[seat].void.
 */
export interface ChosenEvent {
  type: 'chosen'
  seat: number
  what: 'exchange' | 'void'
  tiles?: string
  suit?: string | null
}
/**
 * All seats have exchanged (R6). The view's ``drawn`` and ``received`` join the own ``hand``.
 *
 * ``received`` becomes exchange.received, and ``phase`` is the next phase. If the dealer still holds the
 * last tile dealt, the event has it as ``drawn``: it moves from ``hand`` to ``drawn``, which else is null.
 */
export interface ExchangedEvent {
  type: 'exchanged'
  die: number
  direction: 'next' | 'opposite' | 'previous'
  received: string
  phase: 'turn' | 'voiding'
  drawn?: string | null
}
/**
 * The void suit of each seat (R7) becomes players[i].void. The turn of the dealer begins.
 */
export interface VoidedEvent {
  type: 'voided'
  suits: string[]
}
/**
 * ``seat`` draws: wall - 1, phase turn, turn = seat, offer null, tiles + 1.
 *
 * For the own seat ``tile`` becomes ``drawn``. ``tail``: from the end of the wall, after a kong.
 */
export interface DrewEvent {
  type: 'drew'
  seat: number
  tail?: boolean
  tile?: string | null
}
/**
 * ``tile`` moves from the hand to the river: tiles - 1, phase claiming, offer set.
 *
 * For the own seat ``drawn`` joins ``hand`` first and becomes null.
 */
export interface DiscardedEvent {
  type: 'discarded'
  seat: number
  tile: string
}
/**
 * Two tiles leave the hand, a meld is added, the last river tile of ``source`` is claimed; phase turn.
 */
export interface PungedEvent {
  type: 'punged'
  seat: number
  tile: string
  source: number
}
/**
 * A kong. For the own seat ``drawn`` joins ``hand`` first and becomes null.
 *
 * exposed: three tiles leave the hand, and the last river tile of ``source`` is claimed. concealed: four
 * tiles leave the hand. Both: phase turn, and a ``drew`` from the tail follows. added: one tile leaves the
 * hand, the pung becomes a kong; phase claiming, offer set.
 */
export interface KongedEvent {
  type: 'konged'
  seat: number
  tile: string
  kind: 'added' | 'concealed' | 'exposed'
  source?: number | null
}
/**
 * You passed. ``declined``: what you could have claimed. The view does not change.
 */
export interface PassedEvent {
  type: 'passed'
  declined: ('kong' | 'pung' | 'win')[]
}
/**
 * A win overruled your pung or kong. The view does not change.
 */
export interface OverruledEvent {
  type: 'overruled'
  asked: 'kong' | 'pung'
}
/**
 * A win: players[seat].won is set and its tiles become 0 (``won.concealed`` shows the hand).
 *
 * For the own seat ``hand`` becomes empty and ``drawn`` null. A discard that is won stays in the river and
 * is listed in claimed, once.
 */
export interface WonEvent {
  type: 'won'
  win: WinView
}
/**
 * Another seat won on the added kong of ``seat``. If not ``stands``, the kong is a pung again (R10).
 */
export interface KongRobbedEvent {
  type: 'kong_robbed'
  seat: number
  tile: string
  stands: boolean
}
/**
 * The wall is empty and the hand ends: exhausted = true.
 */
export interface ExhaustedEvent {
  type: 'exhausted'
}
/**
 * The end of the hand: result is set, phase over, turn and offer null.
 */
export interface SettledEvent {
  type: 'settled'
  result: ResultView
}
/**
 * The fields of ``RoomView`` that changed. Each replaces the whole old value.
 */
export interface RoomPatch {
  room?: RoomInfo
  phase?: 'between' | 'dissolved' | 'ended' | 'lobby' | 'playing' | 'settling'
  seat?: number
  seats?: (SeatInfo | null)[]
  match?: number
  hand_number?: number
  dealer?: number | null
  seating_dice?: number[][][]
  results?: number[][]
  commitment?: string | null
  vote?: VoteView | null
  until?: number | null
  decision?: Decision | null
  waits?: {
    [k: string]: number
  }
  hand?: HandView | null
  hand_id?: string | null
  sharing?: SharingView[]
  inspected_at?: number | null
  vote_end?: VoteEndView | null
  departed?: DepartedView[]
  voided?: number
}
