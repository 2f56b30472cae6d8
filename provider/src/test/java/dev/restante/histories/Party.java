package dev.restante.histories;

import dev.restante.RestanteSessionModes;
import jakarta.jms.Session;

/** Receiver with its own session. */
enum Party {
    ANNA(Session.CLIENT_ACKNOWLEDGE, false),
    BERT(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, false),
    /** Receiver of red messages only. */
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
        return mode == Session.CLIENT_ACKNOWLEDGE || mode == RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE;
    }

    boolean transacted() {
        return mode == Session.SESSION_TRANSACTED;
    }

    boolean wants(ModelMessage message) {
        return !selecting || message.letter.red();
    }
}
