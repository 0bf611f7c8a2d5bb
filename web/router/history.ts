import { createBrowserHistory } from '@tanstack/react-router'
import { addressOfPath, pathOfAddress } from './address.ts'

/** The browser's history, with the router seeing paths and the address bar showing addresses (address.ts). */
export const history = createBrowserHistory({
  parseLocation: () => {
    const path = pathOfAddress(window.location.pathname + window.location.search + window.location.hash)
    const [pathname = '/', query] = path.split('?', 2)
    return {
      href: path,
      pathname,
      search: query === undefined ? '' : `?${query}`,
      hash: '',
      // Addresses typed by hand come without the router's state.
      state: window.history.state ?? { __TSR_index: 0, key: 'typed', __TSR_key: 'typed' },
    }
  },
  createHref: addressOfPath,
})
