import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import type { ForwardComposerProps } from './forward-composer.tsx'

const load = async () => (await import('./forward-composer.tsx')).ForwardComposer

/** The message to somebody outside. Its code is loaded when it is opened. */
export function Forward(props: ForwardComposerProps) {
  const ForwardComposer = useLazyModule(load, true)
  return ForwardComposer && <ForwardComposer {...props} />
}
