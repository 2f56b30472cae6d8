package dev.restante.bench.contender;

/** Storage of a contender's messages: disk or memory. */
public enum MessageStorage {
    /** Storage on disk. A message is forced to disk before its send returns. */
    DISK,
    /** Storage in memory, if the contender supports it. */
    MEMORY
}
