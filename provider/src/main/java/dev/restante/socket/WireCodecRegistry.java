package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import dev.restante.model.BranchId;
import dev.restante.model.EntityOptions;
import dev.restante.model.InheritedOptions;
import dev.restante.model.InheritedOptions.InheritedValue;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the codecs for all argument and result types of remote calls.
 *
 * <p>Supported are numbers, texts, enums, records, sealed types, collections and a few special classes. Received bytes
 * contain no class names and can create no other types. One thread uses the registry while it creates the call table.
 */
final class WireCodecRegistry {

    /** Codec of property values and of other values of any supported type, including null. */
    private static final WireCodec ANY = new WireCodec() {
        @Override
        public void write(ByteWriter to, @Nullable Object value) {
            to.writeValue(value);
        }

        @Override
        public @Nullable Object read(ByteReader from) {
            return from.readValue();
        }
    };

    private final Map<Type, WireCodec> codecs = new HashMap<>();

    /** Descriptions of records, enums and sealed types by name. */
    private final Map<String, String> typeDescriptions = new TreeMap<>();

    WireCodecRegistry() {
        register(long.class, ByteWriter::writeSigned, ByteReader::readSigned);
        register(int.class, (to, value) -> to.writeSigned(value), from -> Math.toIntExact(from.readSigned()));
        register(
                boolean.class, (to, value) -> to.writeValue(value), from -> (Boolean) requireNonNull(from.readValue()));
        register(double.class, (to, value) -> to.writeValue(value), from -> (Double) requireNonNull(from.readValue()));
        codecs.put(void.class, ANY);
        codecs.put(Object.class, ANY);
        registerNullable(
                Integer.class, (to, value) -> to.writeSigned(value), from -> Math.toIntExact(from.readSigned()));
        registerNullable(Long.class, ByteWriter::writeSigned, ByteReader::readSigned);
        registerNullable(String.class, ByteWriter::writeString, ByteReader::readString);
        registerNullable(byte[].class, ByteWriter::writeBytes, ByteReader::readBytes);
        registerNullable(Duration.class, WireCodecRegistry::writeDuration, WireCodecRegistry::readDuration);
        registerNullable(
                BranchId.class, (to, id) -> to.writeString(id.toString()), from -> BranchId.parse(from.readString()));
        registerNullable(
                Selector.class, (to, selector) -> to.writeString(selector.text()), WireCodecRegistry::readSelector);
        registerNullable(EntityOptions.class, WireCodecRegistry::writeOptions, WireCodecRegistry::readOptions);
    }

    private interface WireWriter<T> {
        void write(ByteWriter to, T value);
    }

    @SuppressWarnings("unchecked")
    private <T> void register(Type type, WireWriter<T> writer, Function<ByteReader, T> reading) {
        codecs.put(type, new WireCodec() {
            @Override
            public void write(ByteWriter to, @Nullable Object value) {
                writer.write(to, (T) requireNonNull(value));
            }

            @Override
            public Object read(ByteReader from) {
                return requireNonNull(reading.apply(from));
            }
        });
    }

    private <T> void registerNullable(Class<T> type, WireWriter<T> writer, Function<ByteReader, T> reading) {
        codecs.put(type, nullableCodec(writer, reading));
    }

    @SuppressWarnings("unchecked")
    private static <T> WireCodec nullableCodec(WireWriter<T> writer, Function<ByteReader, ? extends T> reading) {
        return new WireCodec() {
            @Override
            public void write(ByteWriter to, @Nullable Object value) {
                to.writeByte(value == null ? 0 : 1);
                if (value != null) {
                    writer.write(to, (T) value);
                }
            }

            @Override
            public @Nullable Object read(ByteReader from) {
                return from.readByte() == 0 ? null : reading.apply(from);
            }
        };
    }

    /**
     * Returns the codec of a type.
     *
     * @throws IllegalArgumentException if the type is not supported
     */
    WireCodec of(Type type) {
        WireCodec codec = codecs.get(type);
        if (codec == null) {
            codec = createCodec(type);
            codecs.put(type, codec);
        }
        return codec;
    }

    private WireCodec createCodec(Type type) {
        if (type instanceof ParameterizedType generic) {
            return genericCodec((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        if (type instanceof WildcardType any) {
            return of(any.getUpperBounds()[0]);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return enumCodec(plain);
        }
        if (plain.isRecord()) {
            return recordCodec(plain);
        }
        if (plain.isSealed()) {
            return sealedCodec(plain);
        }
        throw new IllegalArgumentException(type + " has no wire format");
    }

    private WireCodec genericCodec(Class<?> raw, Type[] arguments) {
        if (raw == List.class || raw == Collection.class) {
            return collectionCodec(of(arguments[0]), ArrayList::new);
        }
        if (raw == Set.class) {
            return collectionCodec(of(arguments[0]), LinkedHashSet::new);
        }
        if (raw == Map.class) {
            return mapCodec(of(arguments[0]), of(arguments[1]));
        }
        if (raw == Optional.class) {
            WireCodec content = of(arguments[0]);
            return WireCodecRegistry.<Optional<?>>nullableCodec(
                    (to, value) -> content.write(to, value.orElse(null)),
                    from -> Optional.ofNullable(content.read(from)));
        }
        if (raw == UnaryOperator.class && arguments[0] == EntityStatus.class) {
            return WireCodecRegistry.<UnaryOperator<EntityStatus>>nullableCodec(
                    WireCodecRegistry::writeStatusChange, WireCodecRegistry::readStatusChange);
        }
        throw new IllegalArgumentException(raw + " has no wire format");
    }

    private static WireCodec collectionCodec(WireCodec each, Supplier<Collection<Object>> creator) {
        WireWriter<Collection<?>> writer = (to, values) -> {
            to.writeUnsigned(values.size());
            values.forEach(value -> each.write(to, value));
        };
        return nullableCodec(writer, from -> {
            Collection<Object> values = creator.get();
            for (int left = from.readCount(1); left > 0; left--) {
                values.add(requirePresent(each.read(from), "element"));
            }
            return values;
        });
    }

    private static WireCodec mapCodec(WireCodec keys, WireCodec values) {
        WireWriter<Map<?, ?>> writer = (to, map) -> {
            to.writeUnsigned(map.size());
            map.forEach((key, value) -> {
                keys.write(to, key);
                values.write(to, value);
            });
        };
        return nullableCodec(writer, from -> {
            Map<Object, @Nullable Object> map = new LinkedHashMap<>();
            for (int left = from.readCount(2); left > 0; left--) {
                Object key = requirePresent(keys.read(from), "key");
                Object value = values.read(from);
                map.put(key, values == ANY ? value : requirePresent(value, "value"));
            }
            return map;
        });
    }

    private static Object requirePresent(@Nullable Object value, String what) {
        if (value == null) {
            throw new IllegalArgumentException("The " + what + " is missing");
        }
        return value;
    }

    static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    private WireCodec enumCodec(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        typeDescriptions.put(type.getSimpleName(), Arrays.toString(constants));
        return nullableCodec((ByteWriter to, Enum<?> value) -> to.writeString(value.name()), from ->
                (Enum<?>) constant(type, constants, from.readString()));
    }

    private static Object constant(Class<?> type, Object[] constants, String name) {
        return Stream.of(constants)
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown " + type.getSimpleName()));
    }

    private WireCodec recordCodec(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        StringJoiner content = new StringJoiner(", ", "(", ")");
        List<WireCodec> codecs = new ArrayList<>();
        List<Class<?>> raw = new ArrayList<>();
        for (RecordComponent component : components) {
            content.add(component.getGenericType().getTypeName() + " " + component.getName());
            codecs.add(of(component.getGenericType()));
            raw.add(component.getType());
        }
        typeDescriptions.put(type.getSimpleName(), content.toString());
        Constructor<?> constructor;
        try {
            constructor = type.getConstructor(raw.toArray(Class[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no public constructor with all its components", e);
        }
        return nullableCodec(
                (ByteWriter to, Object value) -> {
                    for (int i = 0; i < components.length; i++) {
                        codecs.get(i).write(to, component(components[i].getAccessor(), value));
                    }
                },
                from -> {
                    @Nullable Object[] values = new Object[components.length];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = codecs.get(i).read(from);
                        if (!isNullable(components[i].getAccessor().getAnnotatedReturnType())) {
                            requirePresent(values[i], components[i].getName() + " of the " + type.getSimpleName());
                        }
                    }
                    return newInstance(constructor, values);
                });
    }

    private static @Nullable Object component(Method accessor, Object value) {
        try {
            return accessor.invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessor + " cannot be called", e);
        }
    }

    private static Object newInstance(Constructor<?> constructor, @Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                // The values may be valid: the error can be a lack of memory.
                throw error;
            }
            throw new IllegalArgumentException(
                    "Invalid values for " + constructor.getDeclaringClass().getSimpleName() + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(constructor + " cannot be called", e);
        }
    }

    private WireCodec sealedCodec(Class<?> type) {
        Class<?>[] kinds = type.getPermittedSubclasses();
        Arrays.sort(kinds, Comparator.comparing(Class::getName));
        List<WireCodec> codecs = Stream.of(kinds).map(this::of).toList();
        typeDescriptions.put(
                type.getSimpleName(),
                Stream.of(kinds).map(Class::getSimpleName).toList().toString());
        return nullableCodec(
                (ByteWriter to, Object value) -> {
                    int kind = Arrays.asList(kinds).indexOf(value.getClass());
                    to.writeByte(kind);
                    codecs.get(kind).write(to, value);
                },
                from -> {
                    int kind = from.readByte();
                    if (kind >= kinds.length) {
                        throw new IllegalArgumentException("Unknown kind of " + type.getSimpleName());
                    }
                    return requireNonNull(codecs.get(kind).read(from));
                });
    }

    private static void writeDuration(ByteWriter to, Duration value) {
        to.writeSigned(value.getSeconds());
        to.writeSigned(value.getNano());
    }

    private static Duration readDuration(ByteReader from) {
        return Duration.ofSeconds(from.readSigned(), from.readSigned());
    }

    private static Selector readSelector(ByteReader from) {
        try {
            return Selector.parse(from.readString());
        } catch (SelectorSyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Writes the own and the inherited values in the order of the option table. Most queues have none. */
    private static void writeOptions(ByteWriter to, EntityOptions options) {
        boolean byDefault = options.equals(EntityOptions.DEFAULT);
        to.writeByte(byDefault ? 0 : 1);
        if (!byDefault) {
            QueueOption.all().forEach(option -> writeOption(to, options, option));
        }
    }

    private static <T> void writeOption(ByteWriter to, EntityOptions options, QueueOption<T> option) {
        to.writeValue(options.isOwn(option) ? option.format(options.ownValue(option)) : null);
        InheritedValue inherited = options.inherited().get(option);
        to.writeValue(inherited == null ? null : inherited.policy());
        if (inherited != null) {
            Object value = inherited.value();
            to.writeValue(option.format(value == null ? null : option.type().cast(value)));
        }
    }

    private static EntityOptions readOptions(ByteReader from) {
        if (from.readByte() == 0) {
            return EntityOptions.DEFAULT;
        }
        Map<QueueOption<?>, @Nullable Object> own = new HashMap<>();
        Map<QueueOption<?>, InheritedValue> inherited = new HashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            String text = (String) from.readValue();
            if (text != null) {
                own.put(option, option.parse(text));
            }
            String policy = (String) from.readValue();
            if (policy != null) {
                String value = requireNonNull((String) from.readValue());
                inherited.put(option, new InheritedValue(option.parse(value), policy));
            }
        }
        return EntityOptions.of(own, new InheritedOptions(inherited));
    }

    /** Writes a status change as a table of results, because a function cannot be sent. */
    private static void writeStatusChange(ByteWriter to, UnaryOperator<EntityStatus> change) {
        for (EntityStatus before : EntityStatus.values()) {
            to.writeString(change.apply(before).name());
        }
    }

    private static UnaryOperator<EntityStatus> readStatusChange(ByteReader from) {
        Map<EntityStatus, EntityStatus> table = new EnumMap<>(EntityStatus.class);
        for (EntityStatus before : EntityStatus.values()) {
            table.put(before, EntityStatus.valueOf(from.readString()));
        }
        return before -> requireNonNull(table.get(before));
    }

    /** Returns the descriptions of all types by name. Protocol versions differ if their descriptions differ. */
    Map<String, String> typeDescriptions() {
        typeDescriptions.put(
                EntityOptions.class.getSimpleName(),
                QueueOption.all().stream().map(QueueOption::name).toList().toString());
        typeDescriptions.put(EntityStatus.class.getSimpleName(), Arrays.toString(EntityStatus.values()));
        return Collections.unmodifiableMap(typeDescriptions);
    }
}
