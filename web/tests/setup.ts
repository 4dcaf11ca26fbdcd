/** Components are tested without the router, which would bring their texts, and with what the server says of rules. */
import { catalogue, type Catalogue } from '@/game/terms/catalogue'
import { LATER, needTexts, type Later } from '@/i18n'
import rules from './screens/rules.json'

await needTexts(...(Object.keys(LATER) as Later[]))
catalogue.value = rules as unknown as Catalogue

/** There is no server: a request that no test answers fails as it does without a network. */
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
