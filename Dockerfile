# The program without its simulators. `tools/lib/release` has the steps that fill /app; its tests make the same folder without
# a container engine. docs/operations.md explains how to run the image.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
ARG TARGETARCH
ARG COMMIT=""
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    case "$TARGETARCH" in amd64) cpu=x64 ;; *) cpu=$TARGETARCH ;; esac && \
    node tools/release.mjs --platform "linux-$cpu" --folder /release --commit "$COMMIT"

FROM node:24.21.0-bookworm-slim
# The program is root's, so that the user who runs it cannot change it. Volumes get the owner of these folders.
COPY --from=build /release /app
RUN ln -s /app/kindling /usr/local/bin/kindling && \
    install -d -o 10001 -g 10001 -m 0700 /data /backups
ENV HOST=0.0.0.0 \
    KINDLING_DATA=/data
WORKDIR /app
USER 10001:10001
VOLUME ["/data", "/backups"]
EXPOSE 4000 4001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=2m --retries=3 CMD ["kindling", "health"]
# The starter becomes Node, which receives signals as process 1.
ENTRYPOINT ["kindling"]
