/** Returns a module for scripts from the docs. The module leads every host name to the test server at `port`. */
export const reachServer = (port: number) => `
import dns from 'node:dns'
const { lookup } = dns
dns.lookup = (name, ...rest) => lookup('127.0.0.1', ...rest)
const { fetch } = globalThis
globalThis.fetch = (address, init) => fetch(Object.assign(new URL(address), { port: ${port} }), init)
`
