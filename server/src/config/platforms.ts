/** The platforms as the environment describes them: with the operator's keys, simulated by a stand-in, or not at all. */

/** The variables about platforms, parsed. */
interface PlatformVariables {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GOOGLE_CALLS_PER_MINUTE: number;
  GOOGLE_PUBSUB_TOPIC?: string | undefined;
  GOOGLE_PUSH_ACCOUNT?: string | undefined;
  GOOGLE_PUSH_AUDIENCE?: string | undefined;
  GOOGLE_PLACES_API_KEY?: string | undefined;
  FACEBOOK_APP_ID?: string | undefined;
  FACEBOOK_APP_SECRET?: string | undefined;
  FACEBOOK_GRAPH_VERSION: string;
  FACEBOOK_VERIFY_TOKEN?: string | undefined;
  KINDLING_GOOGLE_SIMULATOR_URL?: string | undefined;
  KINDLING_FACEBOOK_SIMULATOR_URL?: string | undefined;
  KINDLING_SIMULATOR_SECRET?: string | undefined;
}

/** The Places API, live or simulated; null without a key. */
function googlePlacesSettings(v: PlatformVariables) {
  if (v.GOOGLE_PLACES_API_KEY !== undefined)
    return {
      mode: 'live' as const,
      apiKey: v.GOOGLE_PLACES_API_KEY,
      url: 'https://places.googleapis.com',
    };
  const { KINDLING_GOOGLE_SIMULATOR_URL: url, KINDLING_SIMULATOR_SECRET: secret } = v;
  if (url === undefined || secret === undefined) return null;
  return { mode: 'simulated' as const, apiKey: secret, url };
}

/** The address that Google's messages come to, and who must have signed them; null where nothing was set up. */
function googlePushSettings(v: PlatformVariables, publicUrl: string, account: string | undefined) {
  if (account === undefined) return null;
  return { audience: v.GOOGLE_PUSH_AUDIENCE ?? `${publicUrl}/hooks/google`, account };
}

/** What each platform's connector and hints are given; null for one that is neither set up nor simulated. */
export function platformSettings(v: PlatformVariables, publicUrl: string) {
  const google = v.KINDLING_GOOGLE_SIMULATOR_URL;
  const facebook = v.KINDLING_FACEBOOK_SIMULATOR_URL;
  const secret = v.KINDLING_SIMULATOR_SECRET;
  const simulated = {
    id: 'kindling-local',
    topic: 'projects/kindling-local/topics/reviews',
    account: 'push@kindling-local.iam.gserviceaccount.com',
  };
  const topic = v.GOOGLE_PUBSUB_TOPIC;
  return {
    googlePlaces: googlePlacesSettings(v),
    google:
      v.GOOGLE_CLIENT_ID !== undefined && v.GOOGLE_CLIENT_SECRET !== undefined
        ? {
            mode: 'live' as const,
            clientId: v.GOOGLE_CLIENT_ID,
            clientSecret: v.GOOGLE_CLIENT_SECRET,
            callsPerMinute: v.GOOGLE_CALLS_PER_MINUTE,
            notifications: topic === undefined ? null : { topic },
            push: googlePushSettings(v, publicUrl, v.GOOGLE_PUSH_ACCOUNT),
            // Where its authors' pictures are reached in place of their own hosts.
            photos: null,
            urls: {
              accounts: 'https://accounts.google.com',
              oauth: 'https://oauth2.googleapis.com',
              certs: 'https://www.googleapis.com',
              account: 'https://mybusinessaccountmanagement.googleapis.com',
              info: 'https://mybusinessbusinessinformation.googleapis.com',
              v4: 'https://mybusiness.googleapis.com',
            },
          }
        : google === undefined || secret === undefined
          ? null
          : {
              mode: 'simulated' as const,
              clientId: simulated.id,
              clientSecret: secret,
              callsPerMinute: v.GOOGLE_CALLS_PER_MINUTE,
              notifications: { topic: topic ?? simulated.topic, url: google },
              push: googlePushSettings(v, publicUrl, v.GOOGLE_PUSH_ACCOUNT ?? simulated.account),
              photos: google,
              urls: {
                accounts: google,
                oauth: google,
                certs: google,
                account: google,
                info: google,
                v4: google,
              },
            },
    facebook:
      v.FACEBOOK_APP_ID !== undefined && v.FACEBOOK_APP_SECRET !== undefined
        ? {
            mode: 'live' as const,
            appId: v.FACEBOOK_APP_ID,
            appSecret: v.FACEBOOK_APP_SECRET,
            graphVersion: v.FACEBOOK_GRAPH_VERSION,
            verifyToken: v.FACEBOOK_VERIFY_TOKEN ?? null,
            photos: null,
            urls: { dialog: 'https://www.facebook.com', graph: 'https://graph.facebook.com' },
          }
        : facebook === undefined || secret === undefined
          ? null
          : {
              mode: 'simulated' as const,
              appId: simulated.id,
              appSecret: secret,
              graphVersion: v.FACEBOOK_GRAPH_VERSION,
              verifyToken: v.FACEBOOK_VERIFY_TOKEN ?? secret,
              photos: facebook,
              urls: { dialog: facebook, graph: facebook },
            },
  };
}
