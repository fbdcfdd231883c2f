/**
 * Miss-ratio curves of a stream of references, by spatial sampling.
 *
 * <p><b>Problem.</b> How often would a cache of any other size hit? For LRU the answer is the
 * distribution of stack distances (Mattson, 1970): a reference hits in every cache that holds at
 * least as many blocks as its distance, itself included. Exact distances cost memory for every
 * block ever seen.
 *
 * <p><b>Model.</b> SHARDS (Waldspurger, Park, Garthwaite and Ahmad, FAST 2015): keep only blocks
 * whose hash lies under a threshold. With a part R of all hashes under it, m other sampled blocks
 * between two references stand for m / R blocks, and one sampled reference for 1 / R references.
 * The sample has a fixed size: when one block too many is sampled, the one with the highest hash
 * goes and its hash becomes the threshold. Whether a block is sampled depends on its hash alone, so
 * all its references are seen or none.
 *
 * <p><b>Worked.</b> A loop over 1,000,000 blocks with 16,384 sampled: R = 0.0164; each reference of
 * a sampled block sees 16,383 others, so its distance is 16,383 / 0.0164 + 1 = 1,000,000: the curve
 * is 1 up to the whole loop and then 0. The place of that step is known to 1 / sqrt(16,384) = 0.8
 * %.
 *
 * <p><b>Adjustment.</b> When a few blocks take a large part of all references, whether they are
 * sampled decides how many references are. SHARDS-adj puts the difference D between the references
 * there were and those the sample stands for at the smallest distance, where hot blocks belong.
 * That is right for hot blocks and wrong for scans and loops, where D is the luck of the whole
 * sample: a loop of 100,000 was 0.022 off by it. So D is shared out as linear regression has it: a
 * distance with references n_b answers for the part cov(n_b, D) / var(D), and since blocks are
 * sampled independently that is the sum over blocks of n_b x n, n being all references of the
 * block. With hot blocks in the sample nearly all of it falls on small distances, as in SHARDS-adj;
 * in a scan on first references, which miss anyway. When more is missing than three standard
 * deviations of the sample explain, hot blocks are missing from the sample, and SHARDS-adj it is.
 *
 * <p><b>Cost.</b> Distances are counted on a bit per sampled reference, in blocks of words: no
 * tree. Memory is bounded by the size of the sample, whatever the stream: {@link
 * io.oasis.brick.mrc.MissRatioSampler#maxBytes()}.
 *
 * <p><b>Limits.</b> The curve is that of LRU. The threshold only falls, so after a much larger
 * working set a small one is sampled thinly. Curves are staircases: nothing here smooths them and
 * nobody may assume that they are concave.
 */
@NullMarked
package io.oasis.brick.mrc;

import org.jspecify.annotations.NullMarked;
