import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepFocusOnDoubleClick } from './lib/dom/double-clicks.ts'
import { watchReadings } from './lib/live/navigation-changes.ts'
import { noteLeaving } from './lib/network/note-leaving.ts'
import { waitForNetwork } from './lib/network/wait-for-network.ts'

noteLeaving()
waitForNetwork()
keepFocusOnDoubleClick()
const readings = watchReadings()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[{ router: (router) => router.instrument(readings) }]} />
    </StrictMode>,
  )
})
