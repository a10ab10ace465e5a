import { type Keyring, oldestOf } from './keyring.ts'
import { keyedHash } from './seal.ts'

/** A person by their address, where the row that counts for them has no need to say who it is. */
export const hashAddress = ({ codePepper }: { codePepper: Keyring }, address: string) =>
  keyedHash(oldestOf(codePepper), `address ${address}`)
