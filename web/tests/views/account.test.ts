import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import type { CardLine, Cards, OwnSession } from '@/api/account'
import type { Me } from '@/api/http'
import { me } from '@/game/me'
import { moment } from '@/i18n/dates'
import zh from '@/i18n/zh'
import { load, save } from '@/storage'
import { toasts } from '@/ui/notices/toast'
import Account from '@/views/Account.vue'
import { lines, refusal, serve, type Asked } from '../server'

const AT = 1_767_225_600_000
const NOBODY = refusal(401, { code: 'no_session' })
const known = (name = '阿勇'): Me => ({ player: { id: 'p', name }, room: null, version: '0' })
const cards = (history: CardLine[] = [], free = false): Cards => ({ available: 3, held: 1, free, history })
const device = (id: string, current: boolean, name: string | null = null): OwnSession => ({
  id,
  name,
  kind: 'cookie',
  created_at: AT,
  expires_at: AT,
  current,
})
const line = (kind: CardLine['kind'], change: number, more: Partial<CardLine> = {}): CardLine => ({
  kind,
  cards: Math.abs(change),
  change,
  match: null,
  at: AT,
  reason: '',
  room: null,
  ...more,
})

type Answers = Parameters<typeof serve>[0]
let router: Router
let shown: VueWrapper | null = null
let asked: Asked[]

const page = (): VueWrapper => shown as VueWrapper
const find = (id: string) => page().find(`[data-testid="${id}"]`)
const said = (): string[] => toasts.value.map(({ text }) => text)
const press = async (id: string, event = 'click'): Promise<void> => {
  await find(id).trigger(event)
  await flushPromises()
}

async function open(more: Answers = {}): Promise<Answers> {
  const answers: Answers = {
    'GET /api/me': known(),
    'GET /api/cards': cards(),
    'GET /api/me/sessions': { sessions: [device('here', true), device('other', false, '平板')] },
    ...more,
  }
  asked = serve(answers)
  shown = mount(Account, { global: { plugins: [router] } })
  await flushPromises()
  return answers
}

beforeEach(async () => {
  me.value = undefined
  window.localStorage.clear()
  router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
  })
  await router.push('/me')
})

afterEach(() => {
  shown?.unmount()
  shown = null
  toasts.value = []
  vi.unstubAllGlobals()
})

describe('a player who is known nowhere', () => {
  it('gets in by a recovery code', async () => {
    const answers = await open({ 'GET /api/me': NOBODY, 'POST /api/recover': {} })
    expect(find('recover').attributes('disabled')).toBeDefined()
    await find('recovery-code').setValue('ABCD-EFGH')
    answers['GET /api/me'] = known('小李')
    await press('recover', 'submit')
    expect(asked.find(({ path }) => path === '/api/recover')?.body).toEqual({ code: 'ABCD-EFGH' })
    expect((find('nickname').element as HTMLInputElement).value).toBe('小李')
    expect(load('name')).toBe('小李')
  })

  it('is told when the browser refuses the cookie', async () => {
    await open({ 'GET /api/me': NOBODY, 'POST /api/recover': {} })
    await find('recovery-code').setValue('ABCD-EFGH')
    await press('recover', 'submit')
    expect(said()).toEqual([zh.errors.no_cookies])
  })

  it('keeps a wrong code to correct it', async () => {
    await open({
      'GET /api/me': NOBODY,
      'POST /api/recover': refusal(404, { code: 'wrong_recovery_code' }),
    })
    await find('recovery-code').setValue('ABCD')
    await press('recover', 'submit')
    expect(said()).toEqual([zh.errors.wrong_recovery_code])
    expect((find('recovery-code').element as HTMLInputElement).value).toBe('ABCD')
    expect(find('recover').attributes('disabled')).toBeUndefined()
  })
})

it.each([undefined, known()])('asks once for cards and devices, with %j known before', async (before) => {
  me.value = before
  await open()
  expect(lines(asked).sort()).toEqual(['GET /api/cards', 'GET /api/me', 'GET /api/me/sessions'])
})

it('says when the server cannot be reached, and asks again', async () => {
  const answers = await open({ 'GET /api/me': refusal(503, { code: 'away' }) })
  expect(page().get('[role="alert"]').text()).toContain(zh.errors.away)
  answers['GET /api/me'] = known()
  await page().get('[role="alert"] button').trigger('click')
  await flushPromises()
  expect(page().find('[role="alert"]').exists()).toBe(false)
  expect(find('nickname').exists()).toBe(true)
})

it('does not take the keyboard for the name, and says when it is changed', async () => {
  const answers = await open({ 'PATCH /api/me': {} })
  expect(document.activeElement).toBe(document.body)
  await find('nickname').setValue('阿勇哥')
  answers['GET /api/me'] = known('阿勇哥')
  await press('enter', 'submit')
  expect(said()).toEqual([zh.account.renamed])
})

it('shows a new recovery code once it is asked for, in place of the button', async () => {
  await open({ 'POST /api/me/recovery-code': { code: 'WXYZ-1234' } })
  await press('show-code')
  expect(find('code').text()).toBe('WXYZ-1234')
  expect(find('show-code').exists()).toBe(false)
})

it('does one thing at a time', async () => {
  let give: (code: object) => void = () => undefined
  await open({ 'POST /api/me/recovery-code': () => new Promise<object>((done) => (give = done)) })
  await press('show-code')
  await find('merge-code').setValue('ABCD')
  await press('merge', 'submit')
  expect(lines(asked)).not.toContain('POST /api/me/merge')
  give({ code: 'WXYZ' })
  await flushPromises()
  await press('merge', 'submit')
  expect(lines(asked)).toContain('POST /api/me/merge')
})

it('merges another account in, and shows what came with it', async () => {
  const answers = await open({ 'POST /api/me/merge': { merged: { name: '旧号' } } })
  expect(find('cards').text()).toContain('可用 3 张')
  await find('merge-code').setValue('ABCD')
  answers['GET /api/cards'] = { ...cards(), available: 9 }
  await press('merge', 'submit')
  expect(said()).toEqual(['旧号 已经合并进来'])
  expect((find('merge-code').element as HTMLInputElement).value).toBe('')
  expect(find('cards').text()).toContain('可用 9 张')
})

describe('to be forgotten', () => {
  it('is asked twice, and then leads to the start', async () => {
    save('name', '阿勇')
    await open({ 'POST /api/me/delete': { status: 200, text: '' } })
    await press('forget')
    expect(page().get('[role="alert"]').text()).toContain(zh.account.forget_sure)
    await page().get('[role="alert"] button').trigger('click')
    expect(find('forget').exists()).toBe(true)
    expect(lines(asked)).not.toContain('POST /api/me/delete')
    await press('forget')
    await press('forget-sure', 'submit')
    expect(asked.find(({ path }) => path === '/api/me/delete')?.body).toEqual({ forever: true })
    expect([me.value, load('name'), router.currentRoute.value.path]).toEqual([null, null, '/'])
  })

  it('may be refused, and then nothing is gone', async () => {
    await open({ 'POST /api/me/delete': refusal(409, { code: 'seated' }) })
    await press('forget')
    await press('forget-sure', 'submit')
    expect(said()).toEqual([zh.errors.seated])
    expect([me.value?.player.name, load('name'), router.currentRoute.value.path]).toEqual([
      '阿勇',
      '阿勇',
      '/me',
    ])
  })
})

describe('the cards', () => {
  it('are listed with what moved them: a room, or the reason of the operator', async () => {
    const history = [
      line('grant', 10, { reason: '新来的' }),
      line('hold', -4, { room: '386201', reason: 'x' }),
      line('void', 4, { reason: 'x' }),
    ]
    await open({ 'GET /api/cards': cards(history) })
    const rows = find('cards')
      .findAll('li')
      .map((row) => row.text().replace(moment(AT), '').trim())
    expect(rows).toEqual(['收到 新来的+10', '占用 386201−4', '退回 +4'])
    expect(find('cards').text()).not.toContain(zh.account.cards_free)
  })

  it('are said to be none, and not to be needed', async () => {
    await open({ 'GET /api/cards': cards([], true) })
    expect(find('cards').text()).toContain(zh.account.cards_none)
    expect(find('cards').text()).toContain(zh.account.cards_free)
  })

  it('are left out when they cannot be had', async () => {
    await open({ 'GET /api/cards': refusal(503, { code: 'away' }) })
    expect(find('cards').exists()).toBe(false)
    expect(said()).toEqual([zh.errors.away])
  })
})

describe('a device', () => {
  const field = (n: number) => page().findAll('[data-testid="session"] input')[n]
  const rename = async (n: number, name: string): Promise<void> => {
    await field(n)?.setValue(name)
    await flushPromises()
  }

  it('gets a name; the one it has and an empty one are not sent', async () => {
    await open({ 'PATCH /api/me/sessions/other': {} })
    await rename(1, ' 平板 ')
    await rename(1, '  ')
    expect(lines(asked).filter((one) => one.startsWith('PATCH'))).toEqual([])
    await rename(1, '客厅平板')
    expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: '客厅平板' })
    expect(said()).toEqual([zh.account.saved])
  })

  it('keeps its name when the server refuses the new one', async () => {
    await open({ 'PATCH /api/me/sessions/here': refusal(429, { code: 'rate_limited' }) })
    await rename(0, '手机')
    expect(said()).toEqual([zh.errors.rate_limited])
    expect(lines(asked).filter((one) => one === 'GET /api/me/sessions')).toHaveLength(2)
  })

  it('is signed out; when it is this one, nobody is known here any more', async () => {
    const answers = await open({
      'DELETE /api/me/sessions/other': { status: 200, text: '' },
      'DELETE /api/me/sessions/here': { status: 200, text: '' },
    })
    const end = async (n: number): Promise<void> => {
      await page().findAll('[data-testid="session-end"]')[n]?.trigger('click')
      await flushPromises()
    }
    answers['GET /api/me/sessions'] = { sessions: [device('here', true)] }
    await end(1)
    expect(page().findAll('[data-testid="session"]')).toHaveLength(1)
    answers['GET /api/me'] = NOBODY
    await end(0)
    expect(me.value).toBeNull()
    expect(find('recovery-code').exists()).toBe(true)
  })

  it('that cannot be signed out is said', async () => {
    await open({ 'DELETE /api/me/sessions/other': refusal(404, { code: 'not_found' }) })
    await page().findAll('[data-testid="session-end"]')[1]?.trigger('click')
    await flushPromises()
    expect(said()).toEqual([zh.errors.not_found])
  })

  it('list that cannot be had is said', async () => {
    await open({ 'GET /api/me/sessions': refusal(503, { code: 'away' }) })
    expect(page().findAll('[data-testid="session"]')).toHaveLength(0)
    expect(said()).toEqual([zh.errors.away])
  })
})
