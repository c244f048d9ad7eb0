import { useEffect, useState } from 'react';
import { reportCaught } from '../lib/error-reports/start.ts';

/** Reports an error that a screen shows. @returns the id for support once the report has arrived, else null. */
export function useReportId(error: unknown): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    void reportCaught(error).then((found) => {
      if (current) setId(found);
    });
    return () => {
      current = false;
    };
  }, [error]);
  return id;
}
