import { createContext } from 'react'

/** Empty in the browser, which hides the nonce of the content security policy. */
export const NonceContext = createContext('')
