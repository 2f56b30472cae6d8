package dev.restante.histories;

import dev.restante.RestanteSessionModes;
import jakarta.jms.Session;

/** Kind of a session in a history: its mode, and whether its consumer has a selector. Each kind has one session. */
enum SessionKind {
    CLIENT_ACK(Session.CLIENT_ACKNOWLEDGE, false),
    INDIVIDUAL_ACK(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, false),
    /** Session whose consumer receives red messages only. */
    CLIENT_ACK_WITH_SELECTOR(Session.CLIENT_ACKNOWLEDGE, true),
    TRANSACTED(Session.SESSION_TRANSACTED, false),
    AUTO_ACK(Session.AUTO_ACKNOWLEDGE, false);

    static final String RED_SELECTOR = "colour = 'red'";

    final int sessionMode;
    final boolean hasSelector;

    SessionKind(int sessionMode, boolean hasSelector) {
        this.sessionMode = sessionMode;
        this.hasSelector = hasSelector;
    }

    boolean usesPeekLock() {
        return sessionMode == Session.CLIENT_ACKNOWLEDGE || sessionMode == RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE;
    }

    boolean transacted() {
        return sessionMode == Session.SESSION_TRANSACTED;
    }

    boolean accepts(ModelMessage message) {
        return !hasSelector || message.spec.red();
    }
}
