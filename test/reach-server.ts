/** A module for scripts of the docs that run in a process of their own: every name leads to the server of the tests, at its port. */
export const reachServer = (port: number) => `
import dns from 'node:dns'
const { lookup } = dns
dns.lookup = (name, ...rest) => lookup('127.0.0.1', ...rest)
const { fetch } = globalThis
globalThis.fetch = (address, init) => fetch(Object.assign(new URL(address), { port: ${port} }), init)
`
