import { gapsPath } from '#web/service/knowledge-base/article/addresses.ts'

export const stateNames = { open: 'Open', decided: 'Decided', dismissed: 'Not worth it' }
export type GapState = keyof typeof stateNames
export const states = Object.keys(stateNames) as GapState[]

export const readState = (search: URLSearchParams): GapState =>
  states.find((state) => state === search.get('show')) ?? 'open'

export const gapsHref = (state: GapState) => (state === 'open' ? gapsPath : `${gapsPath}?show=${state}`)
