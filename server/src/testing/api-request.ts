/** For tests only: a request to the API, as the lists of requests hold it. */
export interface ApiRequest {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}
