import { createContext } from 'react'

/** The policy's nonce while a page is rendered on the server; empty in the browser, which never tells it. */
export const NonceContext = createContext('')
