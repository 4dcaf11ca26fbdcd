/** A room for the screens: its view, the state of the connection, and the player's actions. */
import { shallowRef, type ShallowRef } from 'vue'
import { api } from '@/api/http'
import { randomHex } from '@/api/ids'
import type { Act, Frame, HandAction, RoomAction, RoomView } from '@/api/protocol.gen'
import { RoomLink, type LinkState } from '@/link/socket'

/** One change of the view. `late`: it happened earlier, and the client only catches up. */
export interface Step {
  before: RoomView | null
  view: RoomView
  frame: Frame | null
  late: boolean
}

export type Listener = (step: Step) => void

export interface Session {
  readonly view: ShallowRef<RoomView | null>
  readonly state: ShallowRef<LinkState>
  /** The id of the decision that the player has answered, until the frame with the result arrives. */
  readonly answered: ShallowRef<number | null>
  /** The server's time now, in ms. */
  now(): number
  /** Answers the open decision. Does not send a second answer to the same decision. */
  decide(action: HandAction): void
  /** Sends an action in the room. Resolves with null if the server accepts it, else with the code of the refusal. */
  act(action: RoomAction): Promise<string | null>
  /** The deal of the present hand if the player saw it live, else null. Only the first call returns it. */
  takeDeal(): Step | null
  /** Calls `listener` with every step. The returned function ends that. */
  onStep(listener: Listener): () => void
  /** Takes the seat back from another tab, or tries to connect now. */
  resume(): void
  stop(): void
}

const APP = 'web/1'

/** Whether this step deals a new hand while the player watches. */
function isDeal({ before, view, late }: Step): boolean {
  if (late || view.hand === null || view.phase !== 'playing') return false
  return before?.hand?.number !== view.hand.number || before.match !== view.match
}

/** The action for ready or not ready, with sixteen random bytes of this browser for the deal. */
export function readyAction(ready: boolean): RoomAction {
  return { type: 'ready', client_seed: randomHex(16), ready }
}

function socketUrl(): string {
  const scheme = window.location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${window.location.host}/ws`
}

/** Connects to a room of which this player is a member. Calls `refused` with the code of every refused action. */
export function openSession(room: string, refused: (code: string) => void): Session {
  const view = shallowRef<RoomView | null>(null)
  const state = shallowRef<LinkState>('connecting')
  const answered = shallowRef<number | null>(null)
  const listeners = new Set<Listener>()
  let deal: Step | null = null
  const asked: { action: RoomAction; done: (code: string | null) => void }[] = []

  function changed(now: RoomView, frame: Frame | null, late: boolean): void {
    const before = view.value
    view.value = now
    if (now.decision?.id !== answered.value) answered.value = null
    const step = { before, view: now, frame, late }
    if (isDeal(step)) deal = step
    else if (now.phase !== 'playing') deal = null
    listeners.forEach((listener) => listener(step))
  }

  function concluded(act: Act, code: string | null): void {
    const at = asked.findIndex(({ action }) => action === act.action)
    if (at >= 0) asked.splice(at, 1)[0]?.done(code)
    if (code === null) return
    if (act.decision === answered.value) answered.value = null
    refused(code)
  }

  const link = new RoomLink({
    url: socketUrl(),
    room,
    app: APP,
    ticket: async (signal) => (await api.ticket(signal)).ticket,
    handlers: {
      state: (now) => (state.value = now),
      view: changed,
      answered: concluded,
      newBuild: () => {
        if (view.value?.phase !== 'playing') window.location.reload()
      },
    },
  })
  link.start()

  return {
    view,
    state,
    answered,
    now: () => Date.now() + link.clock.offset,
    decide(action) {
      const id = view.value?.decision?.id
      if (id === undefined || answered.value === id) return
      answered.value = id
      link.act(action, id)
    },
    act(action) {
      return new Promise((done) => {
        asked.push({ action, done })
        link.act(action, null)
      })
    },
    takeDeal() {
      const taken = deal
      deal = null
      return taken
    },
    onStep(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume: () => link.resume(),
    stop: () => link.stop(),
  }
}
