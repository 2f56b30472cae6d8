package dev.restante.socket;

import dev.restante.broker.BranchException;
import dev.restante.broker.BrokerException;
import dev.restante.model.OutcomeToken;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.store.OutcomeUnknownException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The failure of a call as it travels: what the broker has thrown arrives as it was, without its causes. */
final class Failure {

    private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

    /** A peer can repeat a call that fails. */
    private static final PacedLog FAILURES = new PacedLog();

    private static final int OF_BROKER = 1;
    private static final int OF_BRANCH = 2;
    private static final int OF_ARGUMENT = 3;

    private Failure() {}

    static void write(ByteWriter to, RuntimeException failure) {
        if (failure instanceof BrokerException refused) {
            write(to, OF_BROKER, refused.reason().name(), refused, refused.outcomeToken());
        } else if (failure instanceof BranchException refused) {
            write(to, OF_BRANCH, refused.reason().name(), refused, token(refused));
        } else if (failure instanceof IllegalArgumentException) {
            write(to, OF_ARGUMENT, "", failure, null);
        } else {
            FAILURES.write(leftOut -> LOG.error(
                    "A call through the local socket failed unexpectedly; {} such failures before it were not logged",
                    leftOut,
                    failure));
            BrokerException unexpected =
                    new BrokerException(BrokerException.Reason.STORE_FAILED, "Unexpected failure: " + failure);
            write(to, unexpected);
        }
    }

    private static @Nullable String token(BranchException refused) {
        return refused.getCause() instanceof OutcomeUnknownException unknown
                ? unknown.token().toString()
                : null;
    }

    private static void write(
            ByteWriter to, int kind, String reason, RuntimeException failure, @Nullable String token) {
        to.writeByte(kind);
        to.writeString(reason);
        to.writeString(String.valueOf(failure.getMessage()));
        to.writeValue(token);
    }

    /** The exception that was written. */
    static RuntimeException read(ByteReader from) {
        int kind = from.readByte();
        String reason = from.readString();
        String message = from.readString();
        Throwable cause = unknown(message, (String) from.readValue());
        return switch (kind) {
            case OF_BROKER -> new BrokerException(BrokerException.Reason.valueOf(reason), message, cause);
            case OF_BRANCH -> new BranchException(BranchException.Reason.valueOf(reason), message, cause);
            case OF_ARGUMENT -> new IllegalArgumentException(message);
            default -> throw new IllegalArgumentException("there is no failure of kind " + kind);
        };
    }

    private static @Nullable OutcomeUnknownException unknown(String message, @Nullable String token) {
        return token == null
                ? null
                : OutcomeToken.parse(token)
                        .map(parsed -> new OutcomeUnknownException(message, parsed, null))
                        .orElse(null);
    }
}
