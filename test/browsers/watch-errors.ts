/** Runs in the page before the scripts of the page. Reports each error that the console would show. */
export function watchErrors(tell: (text: string) => void) {
  const send = (text: string) => tell(`${location.pathname}: ${text}`)
  const wordsOf = (value: unknown) => (value instanceof Error ? `${value.name}: ${value.message}` : String(value))
  // Ignores elements that fail to load while the page is left. WebKit reports these canceled loads as errors.
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
