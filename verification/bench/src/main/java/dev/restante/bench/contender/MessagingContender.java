package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;

/**
 * Interface of the compared systems that carry messages from producers to consumers: says which loads a system
 * supports, and starts it.
 */
public non-sealed interface MessagingContender extends Contender {

    boolean supports(Load load);

    /**
     * Starts the contender with the existing contents of its store.
     *
     * @param directory its own existing directory, which is empty at the first start
     */
    RunningTransport start(Path directory, MessageStorage storage) throws Exception;
}
