package dev.restante.socket;

import dev.restante.broker.BranchException;
import dev.restante.broker.BrokerException;
import dev.restante.model.OutcomeToken;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.store.CommitInDoubtException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Codec for the exception of a failed call, which transfers exceptions of the broker without their causes. */
final class CallFailureCodec {

    private static final Logger LOG = LoggerFactory.getLogger(CallFailureCodec.class);

    /** Limited log, because a peer can repeat a failing call. */
    private static final RateLimitedLog FAILURES = new RateLimitedLog();

    private static final int BROKER_EXCEPTION = 1;
    private static final int BRANCH_EXCEPTION = 2;
    private static final int ILLEGAL_ARGUMENT = 3;

    private CallFailureCodec() {}

    static Frame encode(RuntimeException failure) {
        ByteWriter to = new ByteWriter(256);
        write(to, failure);
        return Frame.of(Frame.FrameKind.FAILED, to);
    }

    /**
     * Logs an out-of-memory error and returns the exception that closes the connection. The call gets no answer,
     * because it may have been executed.
     */
    static IOException outOfMemory(RemoteCall call, OutOfMemoryError cause) {
        FAILURES.log(leftOut -> LOG.error(
                "The memory did not suffice for the call {} through the local"
                        + " socket. {} earlier failures were not logged.",
                call,
                leftOut,
                cause));
        return new IOException("The memory did not suffice for " + call, cause);
    }

    private static void write(ByteWriter to, RuntimeException failure) {
        if (failure instanceof BrokerException refused) {
            write(to, BROKER_EXCEPTION, refused.reason().name(), refused, refused.outcomeToken());
        } else if (failure instanceof BranchException refused) {
            write(to, BRANCH_EXCEPTION, refused.reason().name(), refused, token(refused));
        } else if (failure instanceof IllegalArgumentException) {
            write(to, ILLEGAL_ARGUMENT, "", failure, null);
        } else {
            FAILURES.log(leftOut -> LOG.error(
                    "A call through the local socket failed unexpectedly. {}"
                            + " earlier failures of this kind were not logged.",
                    leftOut,
                    failure));
            BrokerException unexpected = new BrokerException(
                    BrokerException.BrokerErrorReason.STORE_FAILED, "Unexpected failure: " + failure);
            write(to, unexpected);
        }
    }

    private static @Nullable String token(BranchException refused) {
        return refused.getCause() instanceof CommitInDoubtException unknown
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

    static RuntimeException read(ByteReader from) {
        int kind = from.readByte();
        String reason = from.readString();
        String message = from.readString();
        Throwable cause = unknown(message, (String) from.readValue());
        return switch (kind) {
            case BROKER_EXCEPTION ->
                new BrokerException(BrokerException.BrokerErrorReason.valueOf(reason), message, cause);
            case BRANCH_EXCEPTION ->
                new BranchException(BranchException.BranchErrorReason.valueOf(reason), message, cause);
            case ILLEGAL_ARGUMENT -> new IllegalArgumentException(message);
            default -> throw new IllegalArgumentException("Unknown kind of failure: " + kind);
        };
    }

    private static @Nullable CommitInDoubtException unknown(String message, @Nullable String token) {
        return token == null
                ? null
                : OutcomeToken.parse(token)
                        .map(parsed -> new CommitInDoubtException(message, parsed, null))
                        .orElse(null);
    }
}
