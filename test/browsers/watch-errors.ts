/** Runs in the page, before its own scripts: tells of each error that a person could find in the console. */
export function watchErrors(tell: (text: string) => void) {
  const send = (text: string) => tell(`${location.pathname}: ${text}`)
  const wordsOf = (value: unknown) => (value instanceof Error ? `${value.name}: ${value.message}` : String(value))
  // What a page was still loading when somebody left it is given up, which WebKit calls an error.
  let isLeaving = false
  addEventListener('beforeunload', () => {
    isLeaving = true
  })
  addEventListener(
    'error',
    ({ error, message, target }) => {
      if (!(target instanceof Element)) send(wordsOf(error ?? message))
      else if (!isLeaving)
        send(`${target.tagName} could not be loaded: ${target.getAttribute('src') ?? target.getAttribute('href')}`)
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => send(`Unhandled rejection: ${wordsOf(reason)}`))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    send(`The policy ${effectiveDirective} blocked ${blockedURI} ${sample}`),
  )
  const { error } = console
  console.error = (...values) => {
    send(values.map(wordsOf).join(' '))
    error.apply(console, values)
  }
}
