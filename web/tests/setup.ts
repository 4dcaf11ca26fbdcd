/** Components are tested without the router, which would bring their texts. */
import { LATER, needTexts, type Later } from '@/i18n'

await needTexts(...(Object.keys(LATER) as Later[]))
