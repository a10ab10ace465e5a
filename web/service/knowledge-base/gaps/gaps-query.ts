import { gapsPath } from '#web/service/knowledge-base/article/addresses.ts'

/** Which of them are shown; what waits for somebody where the address says nothing. */
export const stateNames = { open: 'Open', decided: 'Decided', dismissed: 'Not worth it' }
export type State = keyof typeof stateNames
export const states = Object.keys(stateNames) as State[]

export const readState = (search: URLSearchParams): State =>
  states.find((state) => state === search.get('show')) ?? 'open'

export const gapsHref = (state: State) => (state === 'open' ? gapsPath : `${gapsPath}?show=${state}`)
