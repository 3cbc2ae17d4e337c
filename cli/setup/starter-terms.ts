/** Terms to begin with, as `starterTexts`: HTML by what they are for. */
export const starterTerms = {
  portal: `<h2>Using your account</h2>
<p>Your account is yours alone. You buy a background check for yourself only, and you answer for what is entered under your name. Sharing your password, or submitting for someone else, breaches these terms and can lead to suspension.</p>
<h2>What we keep, and why</h2>
<p>We keep what you enter, what you sign and what the consumer reporting agency tells us, because the law asks for it and because the companies that you choose rely on it. Your Social Security number is stored encrypted and is never shown whole.</p>
<h2>Who sees your score</h2>
<p>You see your ShieldScore first. Nobody else sees it until you activate it, and then only those you share it with. You can stop sharing at any time. You can always see who looked.</p>
<h2>Your rights</h2>
<p>You may ask for a copy of what we hold about you, have mistakes corrected, dispute a report with the consumer reporting agency, and ask us to limit the use of your data or to close your account. What the law makes us keep is kept, and we say what it is.</p>
<h2>Looking up others</h2>
<p>You may look up another person only for a purpose that the law permits. They are told that you looked.</p>
<h2>Changes</h2>
<p>When these terms change we show you the new version and ask again before you go on.</p>`,
  purchase: `<h2>What you buy</h2>
<p>You buy one background check about yourself, made by the consumer reporting agency named with the package. The price shown is the whole price in US dollars.</p>
<h2>Payment</h2>
<p>Your card is charged when you press Pay. Card details go straight to our payment provider; we never see or keep them.</p>
<h2>After you pay</h2>
<p>You finish the application at your own pace. The check starts when you submit it, and usually takes several days.</p>
<h2>Refunds</h2>
<p>Until you submit the application you may ask for your money back. After that the agency has begun its work, and a refund is at our discretion unless the law gives you more.</p>
<h2>Coupons</h2>
<p>A coupon is for the person it was given to, works once, and is paid for by the company that gave it.</p>`,
  score: `<h2>What the score is</h2>
<p>Your ShieldScore was computed by the consumer reporting agency from the report that you can read here. It runs from IC01+, the best, to IC04.</p>
<h2>Before you accept</h2>
<p>Read the report. If something in it is wrong, say so now: the agency looks into it, and your score stays inactive until it is settled. Accepting does not take away your right to dispute the report later.</p>
<h2>When you accept</h2>
<p>Your ShieldID becomes active until the date shown. Only those you share it with see the score. You can change that at any time in your profile.</p>`,
};
