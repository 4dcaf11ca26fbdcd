import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OptionSpec } from '@/api/http'
import { catalogue, groupOf, inOrder, loadCatalogue, ruleOf, wantCatalogue } from '@/game/terms/catalogue'
import { lastRules, rememberRules } from '@/game/terms/lastRules'
import { forget, save } from '@/storage'
import rules from '../screens/rules.json'
import { serve } from '../server'

const settled = (): Promise<unknown> => new Promise((done) => setTimeout(done))

afterEach(() => {
  forget('rules')
  vi.unstubAllGlobals()
})

describe('the catalogue', () => {
  it('is asked for once at a time, kept, and asked for again after a failure', async () => {
    catalogue.value = null
    const answers: Parameters<typeof serve>[0] = {}
    const asked = serve(answers)
    await expect(loadCatalogue()).rejects.toThrow('network')
    expect(catalogue.value).toBeNull()
    answers['GET /api/rules'] = rules
    const [one, other] = await Promise.all([loadCatalogue(), loadCatalogue()])
    expect([asked.length, one, catalogue.value]).toEqual([2, other, rules])
    await loadCatalogue()
    expect(asked).toHaveLength(3)
  })

  it('is fetched where it is wanted and not there, and its failure is not said', async () => {
    catalogue.value = null
    const answers: Parameters<typeof serve>[0] = {}
    const asked = serve(answers)
    wantCatalogue()
    await settled()
    expect([asked.length, ruleOf('base')]).toEqual([1, ''])
    answers['GET /api/rules'] = rules
    wantCatalogue()
    await settled()
    wantCatalogue()
    await settled()
    expect([asked.length, ruleOf('base'), ruleOf('new')]).toEqual([2, 'R31', ''])
  })

  it('has its options in the order of the form, the unknown ones last', () => {
    const specs = ['new', 'void_suit', 'values', 'newer', 'hands', 'players'].map(
      (name) => ({ name }) as OptionSpec,
    )
    expect(inOrder(specs).map(({ name }) => name)).toEqual(['players', 'hands', 'void_suit', 'new', 'newer'])
    expect(['players', 'void_suit', 'new', 'cap'].map(groupOf)).toEqual(['match', 'play', 'score', 'match'])
  })
})

describe('the last rules', () => {
  it('are those that were remembered', () => {
    expect(lastRules()).toBeNull()
    const last = { preset: 'folk', options: { cap: 50 }, turn_seconds: null, window: 'fast', payer: 'split' }
    rememberRules(last)
    expect(lastRules()).toEqual(last)
  })

  it('may lack what an older page did not store', () => {
    save('rules', '{"preset":"folk","options":null}')
    expect(lastRules()).toEqual({ preset: 'folk', options: {} })
  })

  it.each(['', 'null', '7', '{', '[]', '{"preset":"folk"}', '{"options":{}}', '{"preset":1,"options":{}}'])(
    'are none where %j is stored',
    (text) => {
      save('rules', text)
      expect(lastRules()).toBeNull()
    },
  )
})
