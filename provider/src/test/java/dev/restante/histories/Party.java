package dev.restante.histories;

import dev.restante.RestanteMessagingModes;
import jakarta.jms.Session;

/** Who receives: each has a session of its own. */
enum Party {
    ANNA(Session.CLIENT_ACKNOWLEDGE, false),
    BERT(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE, false),
    /** Receives red messages only. */
    ROSE(Session.CLIENT_ACKNOWLEDGE, true),
    TILL(Session.SESSION_TRANSACTED, false),
    AUTO(Session.AUTO_ACKNOWLEDGE, false);

    static final String RED = "colour = 'red'";

    final int mode;
    final boolean selecting;

    Party(int mode, boolean selecting) {
        this.mode = mode;
        this.selecting = selecting;
    }

    boolean peekLocks() {
        return mode == Session.CLIENT_ACKNOWLEDGE || mode == RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE;
    }

    boolean transacted() {
        return mode == Session.SESSION_TRANSACTED;
    }

    boolean wants(ModelMessage message) {
        return !selecting || message.letter.red();
    }
}
