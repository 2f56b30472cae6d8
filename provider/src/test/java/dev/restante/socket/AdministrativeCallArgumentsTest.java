package dev.restante.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BranchException;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.model.Entity;
import dev.restante.model.MachineClock;
import dev.restante.model.RedriveJob;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.node.BrokerNode;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("administrative calls with invalid arguments")
@Timeout(300)
class AdministrativeCallArgumentsTest {

    private final BrokerNode node = BrokerNode.open(
            StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:mem:" + UUID.randomUUID(), "SA", "")),
            BrokerSettings.defaults("test"),
            MachineClock.SYSTEM);

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    @DisplayName("every call accepts a null, negative, huge or odd argument or rejects it with a proper error")
    void shouldRefuseEveryBadArgument() {
        List<String> unexpected = new ArrayList<>();
        int tried = 0;
        for (RemoteCall call : RemoteCallTable.all()) {
            List<Type> parameters = call.parameterTypes();
            for (int i = 0; i < parameters.size(); i++) {
                for (Object bad : new HostileValues(queue()).bad(parameters.get(i))) {
                    HostileValues values = new HostileValues(queue());
                    @Nullable
                    Object[] arguments = parameters.stream().map(values::good).toArray();
                    arguments[i] = bad;
                    tried++;
                    Throwable failure = made(call, arguments);
                    if (failure != null && !isExpected(failure)) {
                        unexpected.add(call + ", argument " + (i + 1) + " = " + shown(bad) + ": " + failure);
                    }
                }
            }
        }
        assertThat(unexpected).as("unexpected results of %s calls", tried).isEmpty();
        assertThat(node.redriveJobs().list())
                .noneMatch(job -> job.state() == RedriveJob.StoredRedriveJobState.FAILED
                        && !String.valueOf(job.end()).contains("exist"));
    }

    private Entity queue() {
        return node.queueAdministration().queue("q", true);
    }

    /** Makes a call in the way in which a connection of the local socket makes it. */
    private @Nullable Throwable made(RemoteCall call, @Nullable Object[] arguments) {
        ByteWriter to = new ByteWriter(64);
        call.writeArguments(to, arguments);
        try {
            Object result = call.invokeOn(node, call.readArguments(new ByteReader(to.toByteArray()), done -> true));
            call.writeResult(new ByteWriter(64), result);
            return null;
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    private static boolean isExpected(Throwable failure) {
        if (failure instanceof BrokerException refused) {
            return switch (refused.reason()) {
                case STORE_FAILED, STORE_UNAVAILABLE, OUTCOME_UNKNOWN -> false;
                default -> true;
            };
        }
        if (failure instanceof BranchException refused) {
            return refused.reason() == BranchException.BranchErrorReason.NOT_FOUND;
        }
        return failure instanceof IllegalArgumentException;
    }

    private static String shown(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(value);
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }
}
