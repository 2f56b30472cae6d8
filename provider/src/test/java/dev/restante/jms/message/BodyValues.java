package dev.restante.jms.message;

import java.util.Random;

/** Random values that a map or stream body can contain. */
final class BodyValues {

    private BodyValues() {}

    static Object random(Random random) {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return switch (random.nextInt(11)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> (short) random.nextInt();
            case 4 -> (char) random.nextInt();
            case 5 -> random.nextInt();
            case 6 -> random.nextLong();
            case 7 -> Float.intBitsToFloat(random.nextInt());
            case 8 -> Double.longBitsToDouble(random.nextLong());
            case 9 -> "text " + (char) random.nextInt();
            default -> bytes;
        };
    }
}
