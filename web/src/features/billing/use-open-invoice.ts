import { useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { openTab } from '../../lib/open-tab.ts';

type Document = 'page' | 'pdf';

interface Opening {
  /** Which of the two is being fetched; null for none. */
  busy: Document | null;
  error: unknown;
  /** Where the invoice is, when the browser blocked the tab. */
  blocked: string | null;
}

const nothing: Opening = { busy: null, error: null, blocked: null };

/** Opens an invoice at the provider in a new tab. */
export function useOpenInvoice(id: string) {
  const [opening, setOpening] = useState(nothing);
  const open = async (what: Document) => {
    const tab = openTab();
    setOpening({ ...nothing, busy: what });
    try {
      const { [what]: address } = await client.billing.openInvoice({ id });
      tab?.goTo(address);
      setOpening({ ...nothing, blocked: tab === null ? address : null });
    } catch (error) {
      tab?.close();
      setOpening({ ...nothing, error });
    }
  };
  return { ...opening, open: (what: Document) => void open(what) };
}
