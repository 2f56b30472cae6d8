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
import dev.restante.store.jdbc.StoreOpening;
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

@DisplayName("the calls of administrators, with arguments that make no sense")
@Timeout(300)
class PortArgumentsTest {

    private final BrokerNode node = BrokerNode.open(
            StoreOpening.open(new StoreLocation.Url("jdbc:hsqldb:mem:" + UUID.randomUUID(), "SA", "")),
            BrokerSettings.defaults("test"),
            MachineClock.SYSTEM);

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    @DisplayName("are refused as invalid, whichever argument of whichever call is null, negative, huge or odd")
    void shouldRefuseEveryBadArgument() {
        List<String> unexpected = new ArrayList<>();
        int tried = 0;
        for (Call call : Calls.all()) {
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
        assertThat(unexpected).as("of %s calls", tried).isEmpty();
        assertThat(node.redriveJobs().list())
                .noneMatch(job -> job.state() == RedriveJob.State.FAILED
                        && !String.valueOf(job.ending()).contains("exist"));
    }

    private Entity queue() {
        return node.queueAdministration().queue("q", true);
    }

    /** Makes a call as a connection of the local socket does. */
    private @Nullable Throwable made(Call call, @Nullable Object[] arguments) {
        ByteWriter to = new ByteWriter(64);
        call.writeArguments(to, arguments);
        try {
            Object result = call.on(node, call.readArguments(new ByteReader(to.toByteArray()), done -> true));
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
            return refused.reason() == BranchException.Reason.NOT_FOUND;
        }
        return failure instanceof IllegalArgumentException;
    }

    private static String shown(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(value);
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }
}
