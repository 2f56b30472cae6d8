package dev.restante.bench.contender;

/** Choice of where a benchmarked provider keeps its messages: on disk or only in memory. */
public enum MessageStorage {
    /** Storage on disk. A message is forced to disk before its send returns. */
    DISK,
    /** Storage in memory, if the contender supports it. */
    MEMORY
}
