/** For tests only: a request to the API. */
export interface ApiRequest {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}
