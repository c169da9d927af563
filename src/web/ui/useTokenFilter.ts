import { tokenName } from '#contracts/users.api.ts';
import { call } from '#web/lib/call.ts';
import { useCall } from '#web/lib/query.ts';
import { isWholeToken } from '#web/lib/whole-token.ts';
import { mask } from './cut.ts';

const isId = (text: string): boolean => /^\d{1,15}$/.test(text);

/**
 * A filter by a token. The address keeps its id, or its visible part where it is none of ours; the field shows the
 * visible part.
 */
export const useTokenFilter = (kept: string | undefined) => {
  const known = kept !== undefined && isId(kept);
  const { data } = useCall(
    tokenName,
    { query: { token: kept ?? '' } },
    { enabled: known, staleTime: Number.POSITIVE_INFINITY },
  );
  const shown = data?.data.visible ?? kept ?? '';
  return {
    shown,
    /** What the address says for what the field holds. */
    keptOf: async (typed: string): Promise<string> => {
      const text = typed.trim();
      if (text === shown) return kept ?? '';
      if (text === '' || isId(text) || text.includes('•')) return text;
      if (!isWholeToken(text)) return mask(text);
      try {
        return String((await call(tokenName, { query: { token: text } })).data.idToken);
      } catch {
        return mask(text);
      }
    },
  };
};
