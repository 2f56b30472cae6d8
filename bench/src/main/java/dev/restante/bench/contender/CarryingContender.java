package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;

/** Carries messages from producers to consumers, and can be started afresh in this JVM. */
public non-sealed interface CarryingContender extends Contender {

    /** Whether it can carry that load. */
    boolean carries(Load load);

    /**
     * Starts it with what is in its store.
     *
     * @param directory exists and is its alone; empty at its first start
     * @param heldIn where it keeps messages
     */
    RunningTransport start(Path directory, HeldIn heldIn) throws Exception;
}
