import { type Keyring, oldestOf } from './keyring.ts'
import { keyedHash } from './seal.ts'

/** A hash that stands for a person's address where a row only counts. */
export const hashAddress = ({ codePepper }: { codePepper: Keyring }, address: string) =>
  keyedHash(oldestOf(codePepper), `address ${address}`)
