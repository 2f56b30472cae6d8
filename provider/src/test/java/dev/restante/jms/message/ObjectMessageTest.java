package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.StoredMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectMessageTest {

    /** A class of an application. */
    record Order(String id) implements Serializable {}

    enum Colour {
        RED
    }

    interface Text extends Comparator<String>, Serializable {}

    @SuppressWarnings("JavaUtilDate")
    static List<Serializable> jdkValues() {
        return List.of(
                "text",
                1,
                2L,
                (byte) 3,
                'c',
                1.5d,
                true,
                new BigDecimal("1.50"),
                BigInteger.TEN,
                Instant.EPOCH,
                Duration.ofDays(1),
                ZonedDateTime.parse("2026-11-21T00:00:00+01:00[Europe/Berlin]"),
                DayOfWeek.FRIDAY,
                new UUID(1, 2),
                new Date(3),
                Locale.GERMANY,
                Currency.getInstance("EUR"),
                URI.create("urn:x"),
                new ArrayList<>(List.of(1, "a")),
                (Serializable) List.of(1, 2, 3),
                (Serializable) Map.of("a", 1),
                (Serializable) Set.of(),
                (Serializable) Arrays.asList("a", "b"),
                (Serializable) Collections.unmodifiableMap(new HashMap<>(Map.of(1, List.of("x")))),
                (Serializable) Collections.emptyList(),
                new HashSet<>(List.of(1)),
                new TreeMap<String, Integer>(Comparator.reverseOrder()),
                new TreeMap<>(String.CASE_INSENSITIVE_ORDER),
                new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1)),
                EnumSet.of(DayOfWeek.MONDAY),
                new Properties(),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                BitSet.valueOf(new long[] {5}),
                new int[] {1, 2},
                new byte[100_000],
                new String[][] {{"a"}, {}},
                new Object[] {1, "a", null});
    }

    @ParameterizedTest
    @MethodSource("jdkValues")
    @DisplayName("BDY-08 JDK values pass without being listed")
    void shouldPassJdkValues(Serializable value) throws JMSException {
        Object received = MessageFixtures.pass(new RestanteObjectMessage(value)).getObject();

        assertThat(received).isEqualTo(value);
    }

    @Test
    @DisplayName("BDY-08 the object is as it was when set, and each getObject gives a new copy")
    void shouldSnapshotAtSetObject() throws JMSException {
        ArrayList<String> object = new ArrayList<>(List.of("a"));
        RestanteObjectMessage message = new RestanteObjectMessage(object);
        object.add("b");
        RestanteObjectMessage received = MessageFixtures.pass(message);

        assertThat(message.getObject()).isEqualTo(List.of("a")).isNotSameAs(message.getObject());
        assertThat(received.getObject()).isEqualTo(List.of("a")).isNotSameAs(received.getObject());
    }

    @Test
    @DisplayName("BDY-02 BDY-03 read-only when received; null and writable when cleared")
    void shouldBeReadOnlyWhenReceived() throws JMSException {
        RestanteObjectMessage received = MessageFixtures.pass(new RestanteObjectMessage("a"));
        assertThatThrownBy(() -> received.setObject("b")).isInstanceOf(MessageNotWriteableException.class);

        received.clearBody();

        assertThat(received.getObject()).isNull();
        received.setObject(new Order("set here, so trusted"));
        assertThat(received.getObject()).isEqualTo(new Order("set here, so trusted"));
    }

    @Test
    @DisplayName("BDY-09 what cannot be serialised is refused when set, what cannot be deserialised when read")
    void shouldRefuseWhatCannotBeSerialised() throws JMSException {
        ArrayList<Object> unserialisable = new ArrayList<>(List.of(new Object()));
        RestanteObjectMessage message = new RestanteObjectMessage();
        assertThatThrownBy(() -> message.setObject(unserialisable))
                .isInstanceOf(MessageFormatException.class)
                .hasCauseInstanceOf(java.io.NotSerializableException.class);
        assertThatThrownBy(() -> new RestanteObjectMessage(unserialisable)).isInstanceOf(MessageFormatException.class);

        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage("a"));
        StoredMessage damaged = new StoredMessage(1, stored.head(), new byte[] {1, 2, 3});
        RestanteObjectMessage received =
                (RestanteObjectMessage) MessageFixtures.receive(damaged, MessageFixtures.facts(1, null));
        assertThatThrownBy(received::getObject).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("EXC-10 a class that is not listed is refused; the error names it and the option that lists it")
    void shouldNameRefusedClass() throws JMSException {
        for (Serializable object : new Serializable[] {
            new Order("1"),
            new Order[0],
            new ArrayList<>(List.of(new Order("1"))),
            Colour.RED,
            new EnumMap<>(Map.of(Colour.RED, 1))
        }) {
            RestanteObjectMessage received = MessageFixtures.pass(new RestanteObjectMessage(object));
            assertThatThrownBy(received::getObject)
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining("ObjectMessageTest$")
                    .hasMessageContaining("objectMessageAllowList");
        }
    }

    @Test
    @DisplayName("EXC-10 lambdas, proxies and URLs are refused by default, and pass when all is allowed")
    void shouldRefuseLambdasAndProxies() throws Exception {
        Comparator<String> lambda = (Comparator<String> & Serializable) String::compareTo;
        Object proxy = Proxy.newProxyInstance(
                Text.class.getClassLoader(), new Class<?>[] {Text.class}, new SerializableHandler());
        for (Object object :
                new Object[] {lambda, proxy, URI.create("http://localhost/").toURL()}) {
            StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage((Serializable) object));
            assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.jdkValuesOnly()))
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining("not allowed");
            assertThat(read(stored, ObjectInputFilterPolicy.allowAll())).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.restante.jms.message.ObjectMessageTest$Order",
                "dev.restante.jms.message.*",
                "dev.restante.**",
                " dev.restante.jms.** "
            })
    @DisplayName("BDY-08 an allow list admits classes, packages and package trees")
    void shouldAdmitListedClasses(String pattern) throws JMSException {
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(new Order("1")));

        assertThat(read(stored, ObjectInputFilterPolicy.allowing(List.of("com.acme.X", pattern))))
                .isEqualTo(new Order("1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.restante.jms.*",
                "dev.restante.jms.message.ObjectMessageTest",
                "dev.rest.**",
                "dev.restante.jms.mess.*",
                "com.acme.**"
            })
    @DisplayName("EXC-10 an allow list admits no more than it says")
    void shouldRefuseUnlistedClasses(String pattern) throws JMSException {
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(new Order("1")));

        assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.allowing(List.of(pattern))))
                .isInstanceOf(MessageFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "**", "!com.acme.X", "com..x", "com.acme.*.X", "com.acme*", "a b"})
    void shouldRefuseMalformedPatterns(String pattern) {
        assertThatThrownBy(() -> ObjectInputFilterPolicy.allowing(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("objectMessageAllowList");
    }

    @Test
    @DisplayName("EXC-10 graphs that are nested too deep, or claim arrays that the message cannot hold, are refused")
    void shouldLimitGraphs() throws JMSException {
        ArrayList<Object> nested = new ArrayList<>();
        for (int depth = 0; depth < 100; depth++) {
            nested = new ArrayList<>(List.of(nested));
        }
        StoredMessage deep = MessageFixtures.store(new RestanteObjectMessage(nested));
        assertThatThrownBy(() -> read(deep, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("nested deeper than 32");
        assertThat(read(deep, ObjectInputFilterPolicy.allowAll())).isEqualTo(nested);

        StoredMessage small = MessageFixtures.store(new RestanteObjectMessage(new long[0]));
        byte[] claiming = small.body().clone();
        claiming[claiming.length - 4] = 0x7F;
        StoredMessage bomb = new StoredMessage(1, small.head(), claiming);
        assertThatThrownBy(() -> read(bomb, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("an array of 2130706432 elements");
    }

    private static Object read(StoredMessage stored, ObjectInputFilterPolicy policy) throws JMSException {
        RestanteMessage received =
                ReceivedMessages.create(stored, MessageFixtures.facts(1, null), policy, Acknowledger.NONE);
        return ((RestanteObjectMessage) received).getObject();
    }

    /** A handler that a proxy can be serialised with. */
    private static final class SerializableHandler implements java.lang.reflect.InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            return null;
        }
    }
}
