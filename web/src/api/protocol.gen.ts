/* Generated from docs/protocol.schema.json by `npm run types`. Do not edit. */

export type ServerMessage = Welcome | Snapshot | Ack | Error | ServerHeartbeat | Bye
export type ClientMessage = Hello | Act | ClientHeartbeat
export type HandAction =
  ExchangeAction | VoidAction | DiscardAction | PungAction | KongAction | WinAction | PassAction
export type RoomAction =
  | ReadyAction
  | AddBotAction
  | RemoveBotAction
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
 * The hello is accepted. ``resume``: ``ok``, frames after the cursor follow; ``snapshot``, that does.
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
 * What the gateway accepts.
 */
export interface Limits {
  message_bytes: number
  messages_per_second: number
}
/**
 * The whole view at ``seq``; frames go on from there.
 */
export interface Snapshot {
  type: 'snapshot'
  seq: number
  hash: string
  view: RoomView
}
/**
 * Everything one member may know of the room. Frames change it: see ``Frame``.
 *
 * ``until`` is the server time (ms) at which the clock of the newest turn or common choice runs out, or the
 * next hand is dealt; null without one. It stands still while a tile is on offer: who may claim it finds his
 * time in ``decision``. ``waits`` maps the tiles that complete the own hand, ``drawn`` apart, to their 颗.
 * ``commitment`` is that of the hand being played, between hands that of the next one (R60).
 * ``dealer`` deals this hand, or the next one. ``seating_dice`` are the rounds of R4 by the seats after it,
 * empty for who did not throw again. ``results`` holds the deltas of each settled hand of the match.
 * ``hand_id`` names its newest booked hand (GET /api/hands/{id}).
 * ``sharing``: players at one device or address. ``inspected_at``: when the operator last looked at all
 * hands of the hand on the table; null if he has not.
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
}
/**
 * What does not change while a match runs. ``options`` holds only what differs from the preset.
 *
 * A match costs ``cost`` room cards, 0 in a free room, and ``payer`` says who pays them: both are always
 * sent.
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
 * One taken seat. ``total`` is the match's 颗 so far; ``left`` a member who has gone after the match.
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
 * ``answers`` by seat: true, or null for who is silent or not waited for; a false ends it.
 */
export interface VoteView {
  proposer: number
  until: number
  answers: (boolean | null)[]
}
/**
 * What this seat is asked, and exactly what it may answer.
 *
 * ``until`` null means no limit. ``suggested`` is what silence means: three tiles of an exchange, the letter
 * of a void suit, or the tile discarded. ``ready`` maps each discard that leaves a ready hand to its waits
 * with the 颗 of each; how many of a wait are left is for the client to count from what it sees.
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
 * What a win would be worth now.
 */
export interface WinOffer {
  ke: number
  items: {
    [k: string]: number
  }
}
/**
 * One way to choose three tiles: all of ``must`` and ``pick`` more from ``choices`` (R6).
 */
export interface ExchangeChoice {
  must: string
  choices: string
  pick: number
}
/**
 * A hand as one seat may see it. ``hand`` are the own tiles without ``drawn``.
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
 * The tile a claim window is about.
 */
export interface OfferView {
  tile: string
  seat: number
  kind: 'added_kong' | 'discard'
}
/**
 * One player's side of the table. ``claimed`` lists the indexes in ``river`` that others took.
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
 * A meld (R2). ``source`` is the seat it was claimed from.
 */
export interface MeldView {
  kind: 'added' | 'concealed' | 'exposed' | 'pung'
  tile: string
  source?: number | null
}
/**
 * A win: the hand laid open and its receipt, in 颗 before ``multiplier``.
 *
 * ``ke`` is what each payer pays: the sum of ``items`` times ``multiplier``, at most the option ``cap``,
 * times ``base_points`` (R59). ``near_misses`` is what the open hand might claim besides and is not paid
 * for.
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
 * What a seat knows of the exchange (R6).
 */
export interface ExchangeView {
  chosen: boolean[]
  gave?: string
  received?: string
  die?: number | null
  direction?: ('next' | 'opposite' | 'previous') | null
}
/**
 * The end of a hand (R61-R65) with all hands open and the seeds revealed (R60).
 *
 * ``client_seeds`` as the deal took them: by seat, in hand 1 by the seats before R4.
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
 * 颗 that change hands (R65).
 */
export interface TransferView {
  payer: number
  payee: number
  ke: number
  reason: 'discard' | 'flower_pig' | 'ready_check' | 'rob_kong' | 'self_draw'
}
/**
 * Players whose browser is the same, or whose address, which the operator may leave to himself.
 */
export interface SharingView {
  what: 'address' | 'device'
  seats: number[]
}
/**
 * The answer to an act that was judged. ``seq``: the frame that shows the effect; ``leave`` has none.
 *
 * The last 32 accepted acts of a member are remembered: repeated, such a one is not carried out again and
 * has the same answer. A refusal is not remembered: repeated, the act is judged anew.
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
 * It names no act: with ``retry`` everything that is unanswered is sent again after ``after_ms``, if it
 * says so.
 */
export interface Error {
  type: 'error'
  code: string
  retry?: boolean
  after_ms?: number | null
}
/**
 * Server time, every ``heartbeat_ms``.
 */
export interface ServerHeartbeat {
  type: 'heartbeat'
  now: number
}
/**
 * The server is about to close with ``code``; come back after ``retry_ms``.
 */
export interface Bye {
  type: 'bye'
  code: number
  retry_ms: number
}
/**
 * First message: a one-time ticket (POST /api/ws-ticket) and the room's id.
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
 * Where a client stands in its own stream.
 */
export interface Cursor {
  epoch: number
  seq: number
  hash: string
}
/**
 * An action. ``action_id`` is made and stored by the client before sending and resent unchanged.
 *
 * ``decision`` is the id of the decision answered; required for actions of the hand, absent for the room's.
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
    | StartAction
    | LeaveAction
    | AutoAction
    | ProposeDissolveAction
    | AnswerDissolveAction
    | RematchAction
  decision?: number | null
}
/**
 * Give three tiles (R6).
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
 * Let the claim go (R9).
 */
export interface PassAction {
  type: 'pass'
}
/**
 * Ready for the next hand, with 16 bytes of the client's own randomness (R60); or not ready (lobby).
 */
export interface ReadyAction {
  type: 'ready'
  client_seed: string
  ready?: boolean
}
/**
 * Owner: a bot takes the first empty seat; ``all`` fills every empty seat.
 */
export interface AddBotAction {
  type: 'add_bot'
  all?: boolean
}
/**
 * Owner: the bot on ``seat`` leaves.
 */
export interface RemoveBotAction {
  type: 'remove_bot'
  seat: number
}
/**
 * Owner: start the match; every seat is taken and all others are ready.
 *
 * He need not be: without ``ready`` he adds no seed to the deal.
 */
export interface StartAction {
  type: 'start'
}
/**
 * Give the seat back: in the lobby, or when the match is over. The socket closes after the ack.
 */
export interface LeaveAction {
  type: 'leave'
}
/**
 * 托管 on or off.
 */
export interface AutoAction {
  type: 'auto'
  on: boolean
}
/**
 * Ask the table to end the match.
 */
export interface ProposeDissolveAction {
  type: 'propose_dissolve'
}
/**
 * Answer the open proposal; one no ends it, also that of the proposer.
 */
export interface AnswerDissolveAction {
  type: 'answer_dissolve'
  agree: boolean
}
/**
 * Another match with those who are still here, when all of them want it.
 */
export interface RematchAction {
  type: 'rematch'
}
/**
 * Sign of life, with the last sequence number seen.
 */
export interface ClientHeartbeat {
  type: 'heartbeat'
  seq: number
}
/**
 * One step of the seat's own stream, numbered without gaps; the only message without ``type``.
 *
 * Apply ``events`` to ``view.hand`` in order, then put the fields of ``room`` in place.
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
 * ``seat`` has chosen: exchange.chosen or void_chosen of it turns true.
 *
 * To the seat itself with its ``tiles`` (they leave ``hand``, the ``drawn`` one only if ``hand`` has no more
 * of its kind, and become exchange.gave) or its ``suit`` (players[seat].void).
 */
export interface ChosenEvent {
  type: 'chosen'
  seat: number
  what: 'exchange' | 'void'
  tiles?: string
  suit?: string | null
}
/**
 * All exchanges (R6). ``received`` joins the own ``hand`` and exchange.received; ``phase`` comes next.
 *
 * ``drawn`` joins ``hand`` too; if the event has one, the dealer's winning tile that he still holds, it
 * moves from ``hand`` to ``drawn``, else that is null.
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
 * All void suits (R7) into players[i].void. The dealer's turn begins.
 */
export interface VoidedEvent {
  type: 'voided'
  suits: string[]
}
/**
 * ``seat`` draws: wall - 1, phase turn, turn = seat, offer null, tiles + 1.
 *
 * For the own seat the tile becomes ``drawn``.
 */
export interface DrewEvent {
  type: 'drew'
  seat: number
  tail?: boolean
  tile?: string | null
}
/**
 * ``tile`` goes from the hand to the river; phase claiming, offer set.
 *
 * For the own seat ``drawn`` joins ``hand`` first and becomes null.
 */
export interface DiscardedEvent {
  type: 'discarded'
  seat: number
  tile: string
}
/**
 * Two tiles leave the hand; a meld is added; the source's last river tile is claimed; phase turn.
 */
export interface PungedEvent {
  type: 'punged'
  seat: number
  tile: string
  source: number
}
/**
 * A kong. exposed: three tiles and the source's river tile; concealed: four own; added: one and the pung.
 *
 * For the own seat ``drawn`` joins ``hand`` first and becomes null. exposed and concealed: phase turn, a
 * ``drew`` from the tail follows. added: phase claiming, offer set.
 */
export interface KongedEvent {
  type: 'konged'
  seat: number
  tile: string
  kind: 'added' | 'concealed' | 'exposed'
  source?: number | null
}
/**
 * You let ``declined`` go. Changes nothing in the view.
 */
export interface PassedEvent {
  type: 'passed'
  declined: ('kong' | 'pung' | 'win')[]
}
/**
 * Your pung or kong was overruled by a win. Changes nothing in the view.
 */
export interface OverruledEvent {
  type: 'overruled'
  asked: 'kong' | 'pung'
}
/**
 * A win: players[seat].won is set and its tiles are 0 (the hand lies open in ``won.concealed``).
 *
 * For the own seat ``hand`` becomes empty and ``drawn`` null. A discard won stays in the river and is listed
 * in claimed, once.
 */
export interface WonEvent {
  type: 'won'
  win: WinView
}
/**
 * The added kong of ``seat`` was robbed. Unless it ``stands`` it is a pung again (R10).
 */
export interface KongRobbedEvent {
  type: 'kong_robbed'
  seat: number
  tile: string
  stands: boolean
}
/**
 * The wall is empty and nobody is left to win: exhausted = true.
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
 * The fields of ``RoomView`` that changed; each replaces the old value whole.
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
}
